export { ExportPlaces } from './export-places';
export { InFileContainment } from './in-file';
export { ScopeEnds } from './scope-ends';
