import {
  apply,
  defineProperty,
  getOwnPropertyDescriptor,
  setAdd,
  setDelete,
  setHas,
  weakSetAdd,
  weakSetHas,
} from '../../originals';
import { ProcessWatch, type ProcessCallKey } from './process-watch';

/** Told of a call that changed process state. `caller` makes `Error.captureStackTrace` start at the user's frame. */
export type OnProcessCall = (key: ProcessCallKey, caller: Function) => void;

/**
 * Watches the ways in which a sandbox's copy of `process` changes the real one: `chdir()`, `umask(mask)` and the
 * `exitCode` setter. They keep name, length, behaviour and errors; only a call that succeeded is told. May be called
 * again for the same object: what was replaced since is wrapped too. Jest loads graceful-fs, which replaces `chdir`,
 * into each sandbox, so call it again once the test framework is there.
 */
export function watchProcessCalls(
  sandboxProcess: object,
  onCall: OnProcessCall,
  watch: Pick<ProcessWatch, 'noteCall' | 'noteStream'> = ProcessWatch.forProcess(),
): void {
  const tell: OnProcessCall = (key, caller) => {
    watch.noteCall(key);
    onCall(key, caller);
  };
  wrap(sandboxProcess, 'chdir', 'value', (_, caller) => tell('process.cwd', caller));
  wrap(sandboxProcess, 'umask', 'value', (args, caller) => {
    if (args.length > 0 && args[0] !== undefined) tell('process.umask', caller);
  });
  wrap(sandboxProcess, 'exitCode', 'set', (_, caller) => tell('process.exitCode', caller));
  wrap(sandboxProcess, 'stdin', 'get', () => watch.noteStream('stdin'));
}

/** The functions made here, so that none is wrapped twice. */
const made = new WeakSet<object>();

/** The properties whose wrapped function is on the stack. */
const running = new Set<string>();

/** Replaces a function in a property's descriptor by one that calls it, then `after`. */
function wrap(
  object: object,
  property: string,
  part: 'value' | 'get' | 'set',
  after: (args: readonly unknown[], caller: Function) => void,
): void {
  const descriptor = getOwnPropertyDescriptor(object, property);
  const original: unknown = descriptor?.[part];
  if (descriptor === undefined || typeof original !== 'function' || descriptor.configurable === false) return;
  if (weakSetHas(made, original)) return;
  // A proxy keeps everything else that can be seen of a function, and has no stack frame but its trap's.
  const trap = (target: Function, self: unknown, args: unknown[]): unknown => {
    // Whoever wrapped our function (graceful-fs does) is wrapped by us again: the outermost call is the user's.
    if (setHas(running, property)) return apply(target, self, args);
    setAdd(running, property);
    try {
      const result: unknown = apply(target, self, args);
      after(args, trap);
      return result;
    } finally {
      setDelete(running, property);
    }
  };
  const wrapped = new Proxy(original, { apply: trap });
  weakSetAdd(made, wrapped);
  defineProperty(object, property, { ...descriptor, [part]: wrapped });
}
