export { traceRequest } from './read-request';
export { watchHost } from './host-points';
export { Trace } from './trace';
export { TracedExports } from './traced-exports';
export { TracedHostState } from './traced-host-state';
export { watchDefinitions } from './watch-definitions';
