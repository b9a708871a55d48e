import { loadLater } from '@jest-hermetic/leak-record';

/** What `contain: 'file'` needs once something was changed. */
export const containing = loadLater(() => require('./contain/parts') as typeof import('./contain/parts'));

/** What `contain: 'scope'` needs besides. */
export const containingScopes = loadLater(
  () => require('./contain/scope-parts') as typeof import('./contain/scope-parts'),
);

/** What decides whether a change stays, once there is one. */
export const judging = loadLater(() => require('./contain/judge-parts') as typeof import('./contain/judge-parts'));

/** Everything of `trace` but its request, loaded where there is one. */
export const tracing = loadLater(() => require('./trace/parts') as typeof import('./trace/parts'));
