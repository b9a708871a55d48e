import { loadLater } from '@jest-hermetic/leak-record';

/** Everything of `trace` but its request, loaded where there is one. */
export const tracing = loadLater(() => require('./parts') as typeof import('./parts'));
