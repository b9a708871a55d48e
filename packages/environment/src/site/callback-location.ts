import type { Session } from 'node:inspector';
import { isProxy } from '../originals';
import type { RawFrame } from './frame';
import { inspectFunctions, propertiesOf } from './value-location';
import type { Inspected } from './value-location';
import { isJestFile } from './user-frames';

/** Where V8 says that a callback begins, and its text from there on. */
export interface LocatedCallback {
  readonly place: RawFrame;
  readonly text: string;
}

/** V8 says that an arrow begins with its first letter, and a function with its parameters. */
const BEFORE_PARAMETERS = /^(?:async\b\s*)?function\b\s*\*?\s*[\w$]*\s*/;

/** Functions of Jest's between what it calls and what the user wrote (`test.each` has one). */
const MOST_WRAPPERS = 3;

/**
 * Where the callbacks of tests and hooks were written. What `test.each` hands to circus is a function of Jest's own;
 * the user's is found in what it closes over. One session of V8's inspector for all of them.
 */
export function locateCallbacks(functions: readonly Function[]): (LocatedCallback | null)[] {
  const found = inspectFunctions(
    functions.filter((fn) => !isProxy(fn)),
    (session, inspected) => locate(session, inspected, 0),
  );
  return functions.map((fn) => found.get(fn) ?? null);
}

function locate(session: Session, inspected: Inspected, wrappers: number): LocatedCallback | null {
  const { place, scopesId, description } = inspected;
  if (place === null) return null;
  if (!isJestFile(place.file)) {
    return { place, text: description.slice(BEFORE_PARAMETERS.exec(description)?.[0].length ?? 0) };
  }
  if (scopesId === undefined || wrappers === MOST_WRAPPERS) return null;
  const wrapped = closedOver(session, scopesId);
  return wrapped === null ? null : locate(session, inspected.inspect(wrapped.id, wrapped.text), wrappers + 1);
}

/** The function that a wrapper of jest-each calls; it has had this name since 24. */
function closedOver(session: Session, scopesId: string): { id: string; text: string } | null {
  for (const scope of propertiesOf(session, scopesId).result) {
    if (scope.value?.objectId === undefined || !/^\d+$/.test(scope.name)) continue;
    const variables = propertiesOf(session, scope.value.objectId).result;
    const own = variables.find(({ name, value }) => name === 'test' && value?.type === 'function')?.value;
    if (own?.objectId !== undefined) return { id: own.objectId, text: own.description ?? '' };
  }
  return null;
}
