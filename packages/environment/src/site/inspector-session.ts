import type { Session } from 'node:inspector';

/** A session with V8's inspector of this very thread; null where there is none (built without it, not permitted). */
export function openSession(): Session | null {
  try {
    // Required here, since it throws where Node was built without it.
    const inspector = require('node:inspector') as typeof import('node:inspector');
    const session = new inspector.Session();
    session.connect();
    return session;
  } catch {
    return null;
  }
}

/** Ends a session, with the debugger off and what it held under `objectGroup` let go. */
export function closeSession(session: Session, objectGroup: string): void {
  for (const method of ['Runtime.releaseObjectGroup', 'Debugger.disable']) {
    try {
      ask(session, method, { objectGroup });
    } catch {
      // Disconnecting ends both, too.
    }
  }
  session.disconnect();
}

/** Posts one message and gives the answer: within one thread V8 answers before the call returns. Throws if refused. */
export function ask(session: Session, method: string, params: object = {}): unknown {
  let answer: { error: Error | null; result: unknown } | undefined;
  session.post(method, params, (error: Error | null, result?: unknown) => {
    answer = { error, result };
  });
  if (answer === undefined) throw new Error(`V8's inspector did not answer ${method} at once.`);
  if (answer.error !== null) throw new Error(`V8's inspector refused ${method}.`, { cause: answer.error });
  return answer.result;
}
