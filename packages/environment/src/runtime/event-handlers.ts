/** Where jest-circus 30.0 to 30.5 keeps its event handlers: in a global of the sandbox. 29.7 keeps them to itself. */
const HANDLERS = Symbol.for('EVENT_HANDLERS');

type Handler = (event: never, state: never) => unknown;

/**
 * circus awaits each of its handlers at each event, and from 30.5 on every promise costs a multiple, since circus
 * follows each test through AsyncLocalStorage. So `handler`, which waits for nothing, goes along with circus's own first
 * handler instead of being one of its own. To be called while circus dispatches an event to `handler`; it takes effect
 * with the next event. Where the handlers are not found all stays as it is.
 */
export function joinFirstHandler(sandbox: object, handler: Handler): void {
  const handlers = (sandbox as Record<symbol, unknown>)[HANDLERS];
  if (!Array.isArray(handlers)) return;
  const [first] = handlers as unknown[];
  if (typeof first !== 'function' || first === handler || !handlers.includes(handler)) return;
  let isListed = true;
  handlers[0] = (event: never, state: never): unknown => {
    // Now and not before: circus was in the midst of the list.
    if (isListed) handlers.splice(handlers.indexOf(handler), 1);
    isListed = false;
    const answer: unknown = (first as Handler)(event, state);
    handler(event, state);
    return answer;
  };
}
