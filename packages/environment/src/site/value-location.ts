import type { Session } from 'node:inspector';
import * as nodeUtil from 'node:util';
import * as nodeVm from 'node:vm';
import { pathOfScript } from './capture-frames';
import { isAbsolutePath } from './file-paths';
import { ask, closeSession, openSession } from './inspector-session';
import type { RawFrame } from './frame';
import { isJestFile } from './user-frames';

const { isArrayBufferView, isProxy } = nodeUtil.types;
const { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;

// The main context's global: Runtime.evaluate looks there, and only there. Where this module itself runs in a sandbox
// (its own unit tests) globalThis would be another one.
const hostGlobal = nodeVm.runInThisContext('globalThis') as object;

const HANDOVER = '__jest_hermetic_values__';

/** How many own methods of one object are tried. */
const METHODS_TRIED = 8;

interface RemoteValue {
  objectId?: string;
  subtype?: string;
  value?: unknown;
}

interface RemoteProperty {
  name: string;
  value?: RemoteValue;
}

interface RemoteProperties {
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
  const places = functions.length === 0 ? new Map<Function, RawFrame>() : lookUp(functions);
  return candidates.map((list) => list.map((made) => places.get(made)).find((place) => place !== undefined) ?? null);
}

/** The functions that tell where a value was made, the best one first. */
function functionsOf(value: unknown): Function[] {
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

function lookUp(functions: readonly Function[]): Map<Function, RawFrame> {
  const places = new Map<Function, RawFrame>();
  const session = openSession();
  if (session === null) return places;
  try {
    const urls = new Map<string, string>();
    session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url));
    ask(session, 'Debugger.enable');
    // Nothing of the user's runs while the debugger is on, and nothing could stop here if it did.
    ask(session, 'Debugger.setSkipAllPauses', { skip: true });
    for (const [index, objectId] of handOver(session, functions)) {
      const made = functions[index];
      const place = locate(session, objectId, urls);
      if (made !== undefined && place !== null) places.set(made, place);
    }
  } catch {
    // What was found until then is still right; a place that is missing only makes a site less exact.
  } finally {
    closeSession(session, HANDOVER);
  }
  return places;
}

/** Makes the functions known to the inspector; gives the remote id of each, by its index. */
function handOver(session: Session, functions: readonly Function[]): Map<number, string> {
  const before = getOwnPropertyDescriptor(hostGlobal, HANDOVER);
  try {
    defineProperty(hostGlobal, HANDOVER, { value: functions, configurable: true, enumerable: false });
    const evaluated = ask(session, 'Runtime.evaluate', {
      expression: `globalThis[${JSON.stringify(HANDOVER)}]`,
      objectGroup: HANDOVER,
      silent: true,
    }) as { result: RemoteValue };
    const { result } = propertiesOf(session, evaluated.result.objectId);
    const ids = new Map<number, string>();
    for (const { name, value } of result) {
      if (value?.objectId !== undefined && /^\d+$/.test(name)) ids.set(Number(name), value.objectId);
    }
    return ids;
  } finally {
    if (before === undefined) deleteProperty(hostGlobal, HANDOVER);
    else defineProperty(hostGlobal, HANDOVER, before);
  }
}

function propertiesOf(session: Session, objectId: string | undefined): RemoteProperties {
  return ask(session, 'Runtime.getProperties', { objectId, ownProperties: true }) as RemoteProperties;
}

function locate(session: Session, objectId: string, urls: ReadonlyMap<string, string>): RawFrame | null {
  const internal = new Map<string, RemoteValue | undefined>();
  for (const { name, value } of propertiesOf(session, objectId).internalProperties ?? []) internal.set(name, value);
  const target = internal.get('[[TargetFunction]]');
  if (target?.subtype === 'proxy') return null;
  if (target?.objectId !== undefined) return locate(session, target.objectId, urls);
  const location = internal.get('[[FunctionLocation]]')?.value as FunctionLocation | undefined;
  if (location === undefined) return null;
  const file = pathOfScript(urls.get(location.scriptId) ?? '');
  if (file === null || !isAbsolutePath(file) || isJestFile(file)) return null;
  return { file, line: location.lineNumber + 1, column: location.columnNumber + 1 };
}
