import { loadLater } from '../load-later';

/** Everything of `trace` but its request, loaded where there is one. */
export const tracing = loadLater(() => require('./parts') as typeof import('./parts'));
