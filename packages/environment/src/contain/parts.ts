export { Containment } from './containment';
export { HostPlaces } from './host-places';
