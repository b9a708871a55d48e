import { loadLater } from '@jest-hermetic/leak-record';

/** What `contain: 'file'` needs once something was changed. */
export const containing = loadLater(() => require('./parts') as typeof import('./parts'));

/** What `contain: 'scope'` needs besides. */
export const containingScopes = loadLater(() => require('./scope-parts') as typeof import('./scope-parts'));

/** What decides whether a change stays, once there is one. */
export const judging = loadLater(() => require('./judge-parts') as typeof import('./judge-parts'));
