import type { Session } from 'node:inspector';
import { withOwnBuiltins } from '@jest-hermetic/leak-record';
import {
  defineProperty,
  deleteProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hostGlobal,
  isArrayBufferView,
  isProxy,
  ownKeys,
} from '../originals';
import { pathOfScript } from './capture-frames';
import { isAbsolutePath } from './file-paths';
import { ask, closeSession, openSession } from './inspector-session';
import type { RawFrame } from './frame';
import { isJestFile } from './user-frames';

const HANDOVER = '__jest_hermetic_values__';

/** How many own methods of one object are tried. */
const METHODS_TRIED = 8;

interface RemoteValue {
  objectId?: string;
  type?: string;
  subtype?: string;
  /** Of a function: its text. */
  description?: string;
  value?: unknown;
}

interface RemoteProperty {
  name: string;
  value?: RemoteValue;
}

/** An answer of V8's about an object. */
export interface RemoteProperties {
  result: RemoteProperty[];
  internalProperties?: RemoteProperty[];
}

/** A value that V8 gives as [[FunctionLocation]]; both numbers are 0-based. */
interface FunctionLocation {
  scriptId: string;
  lineNumber: number;
  columnNumber: number;
}

/**
 * Where the functions among `values` were made: the start of a function's parameters, of a class's constructor (of
 * the class itself when it has none), of the target of a bound function; for any other object its first own method or
 * else its class. Positions are 1-based and not source-mapped. Null for whatever has no place in a file outside Node
 * and Jest, and for everything where V8's inspector cannot be used (built without it, or not permitted).
 *
 * Synchronous, and costs 15-100 ms whatever the number of values, for V8 lists all scripts of the process: hand over
 * all the values of a report at once. Calls nothing of the values, not even a getter. The debugger is on only in
 * between, in a session of our own, so that one attached from outside goes on as it was.
 */
export function locateFunctions(values: readonly unknown[]): (RawFrame | null)[] {
  const candidates = values.map(functionsOf);
  const functions = [...new Set(candidates.flat())];
  const places = inspectFunctions(functions, (_session, { place }) =>
    place === null || isJestFile(place.file) ? null : place,
  );
  return candidates.map((list) => list.map((made) => places.get(made)).find((place) => place !== undefined) ?? null);
}

/** The functions that tell where a value was made, the best one first. */
export function functionsOf(value: unknown): Function[] {
  if (typeof value === 'function') return isProxy(value) ? [] : [value];
  if (typeof value !== 'object' || value === null || isProxy(value) || isArrayBufferView(value)) return [];
  const methods: Function[] = [];
  for (const key of ownKeys(value)) {
    if (methods.length === METHODS_TRIED) break;
    const method: unknown = getOwnPropertyDescriptor(value, key)?.value;
    if (typeof method === 'function' && key !== 'constructor' && !isProxy(method)) methods.push(method);
  }
  const prototype = getPrototypeOf(value);
  const made: unknown =
    prototype === null || isProxy(prototype) ? null : getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  return typeof made === 'function' && !isProxy(made) ? [...methods, made] : methods;
}

/** What V8 says of one function. */
export interface Inspected {
  /** Where it begins, in whatever file; null where it has no file. */
  readonly place: RawFrame | null;
  readonly description: string;
  /** Remote id of what it closes over. */
  readonly scopesId: string | undefined;
  /** The same of another function, by its remote id. */
  readonly inspect: (objectId: string, description: string) => Inspected;
}

/** Asks V8 of functions (no proxies), and gives what `read` makes of each answer, where it makes something. */
export function inspectFunctions<T>(
  functions: readonly Function[],
  read: (session: Session, inspected: Inspected) => T | null,
): Map<Function, T> {
  return functions.length === 0 ? new Map() : withOwnBuiltins(() => inspectAll(functions, read));
}

function inspectAll<T>(
  functions: readonly Function[],
  read: (session: Session, inspected: Inspected) => T | null,
): Map<Function, T> {
  const answers = new Map<Function, T>();
  const session = openSession();
  if (session === null) return answers;
  try {
    const urls = new Map<string, string>();
    session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url));
    ask(session, 'Debugger.enable');
    // Nothing of the user's runs while the debugger is on, and nothing could stop here if it did.
    ask(session, 'Debugger.setSkipAllPauses', { skip: true });
    for (const [index, { objectId, description }] of handOver(session, functions)) {
      const made = functions[index];
      const answer = read(session, inspect(session, urls, objectId, description));
      if (made !== undefined && answer !== null) answers.set(made, answer);
    }
  } catch {
    // What was found until then is still right; a place that is missing only makes a site less exact.
  } finally {
    closeSession(session, HANDOVER);
  }
  return answers;
}

/** Makes the functions known to the inspector; gives the remote id of each, by its index. */
function handOver(
  session: Session,
  functions: readonly Function[],
): Map<number, { objectId: string; description: string }> {
  const before = getOwnPropertyDescriptor(hostGlobal, HANDOVER);
  try {
    defineProperty(hostGlobal, HANDOVER, { value: functions, configurable: true, enumerable: false });
    const evaluated = ask(session, 'Runtime.evaluate', {
      expression: `globalThis[${JSON.stringify(HANDOVER)}]`,
      objectGroup: HANDOVER,
      silent: true,
    }) as { result: RemoteValue };
    const { result } = propertiesOf(session, evaluated.result.objectId);
    const ids = new Map<number, { objectId: string; description: string }>();
    for (const { name, value } of result) {
      if (value?.objectId === undefined || !/^\d+$/.test(name)) continue;
      ids.set(Number(name), { objectId: value.objectId, description: value.description ?? '' });
    }
    return ids;
  } finally {
    if (before === undefined) deleteProperty(hostGlobal, HANDOVER);
    else defineProperty(hostGlobal, HANDOVER, before);
  }
}

/** The own properties of a remote object, and what V8 keeps of it besides. */
export function propertiesOf(session: Session, objectId: string | undefined): RemoteProperties {
  return ask(session, 'Runtime.getProperties', { objectId, ownProperties: true }) as RemoteProperties;
}

function inspect(
  session: Session,
  urls: ReadonlyMap<string, string>,
  objectId: string,
  description: string,
): Inspected {
  const again = (id: string, text: string): Inspected => inspect(session, urls, id, text);
  const internal = new Map<string, RemoteValue | undefined>();
  for (const { name, value } of propertiesOf(session, objectId).internalProperties ?? []) internal.set(name, value);
  const target = internal.get('[[TargetFunction]]');
  if (target?.subtype !== 'proxy' && target?.objectId !== undefined) {
    return again(target.objectId, target.description ?? '');
  }
  const location = internal.get('[[FunctionLocation]]')?.value as FunctionLocation | undefined;
  const file = location === undefined ? null : pathOfScript(urls.get(location.scriptId) ?? '');
  const place =
    location === undefined || file === null || !isAbsolutePath(file)
      ? null
      : { file, line: location.lineNumber + 1, column: location.columnNumber + 1 };
  return { place, description, scopesId: internal.get('[[Scopes]]')?.objectId, inspect: again };
}
