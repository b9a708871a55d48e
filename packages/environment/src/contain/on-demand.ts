import { loadLater } from '../load-later';

/** Everything of `contain`, loaded where it is not `off`. */
export const containing = loadLater(() => require('./parts') as typeof import('./parts'));
