export { Containment } from './containment';
export { setExitCodeAside } from './exit-code';
export { HostPlaces } from './host-places';
