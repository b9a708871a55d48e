import {
  apply,
  arrayForEach,
  arrayPush,
  getOwnPropertyDescriptor,
  is,
  mapForEach,
  mapHas,
  mapSet,
  realpathSync,
  stringSlice,
  stringStartsWith,
} from '../../originals';
import type { ProcessChange } from '../slot';
import { oncePerProcess } from './once-per-process';
import { StreamListeners } from './stream-listeners';

/** The streams of a process that a sandbox shares with the host. */
export type StreamName = 'stdin' | 'stdout' | 'stderr';

/** The process state whose changes go through a call or an assignment that can be seen. */
export type ProcessCallKey = 'process.cwd' | 'process.umask' | 'process.exitCode';

const VALUE_KEYS: readonly ProcessCallKey[] = ['process.cwd', 'process.umask', 'process.exitCode'];

type Values = Record<ProcessCallKey, unknown>;

const { native: nativeRealpath } = realpathSync;

/**
 * The state of the process that all test files of a worker share: working directory, umask, exit code, and the
 * listeners on its streams. Each look remembers what it saw.
 */
export class ProcessWatch {
  readonly #process: NodeJS.Process;
  readonly #exitCode: PropertyDescriptor | undefined;
  readonly #streams = new Map<StreamName, StreamListeners>();
  #values: Values;
  #umaskCalled = false;
  #chdirCalled = false;
  /** What `process.cwd()` said at the last look; null when the next one has to ask the system. */
  #said: string | null = null;

  constructor(host: NodeJS.Process) {
    this.#process = host;
    this.#exitCode = getOwnPropertyDescriptor(host, 'exitCode');
    this.#values = { 'process.cwd': null, 'process.umask': null, 'process.exitCode': null };
    this.#values = this.#read(true);
    // Reading process.stdin opens it, so it is watched once test code has done so.
    this.noteStream('stdout');
    this.noteStream('stderr');
  }

  /** The one instance of this process. The first call takes the baseline. */
  static forProcess(): ProcessWatch {
    return oncePerProcess('process-watch', 1, () => new ProcessWatch(process));
  }

  /** Test code called what changes a value, so that the next look reads it again. */
  noteCall(key: ProcessCallKey): void {
    if (key === 'process.umask') this.#umaskCalled = true;
    if (key !== 'process.cwd') return;
    this.#chdirCalled = true;
    this.#said = null;
  }

  /** Test code is about to get one of the streams. */
  noteStream(name: StreamName): void {
    if (mapHas(this.#streams, name)) return;
    const stream: unknown = this.#process[name];
    if (typeof stream === 'object' && stream !== null) mapSet(this.#streams, name, new StreamListeners(stream));
  }

  /**
   * What changed since the last look. The umask can be read only by setting it for a moment, which a file being created
   * in another thread would notice; so it is read for `whole`, and after a call that set it.
   */
  changes(whole = false): ProcessChange[] {
    const changes: ProcessChange[] = [];
    const before = this.#values;
    const after = this.#read(whole);
    this.#values = after;
    for (let i = 0; i < VALUE_KEYS.length; i += 1) {
      const key = VALUE_KEYS[i] as ProcessCallKey;
      if (is(before[key], after[key])) continue;
      arrayPush(changes, { kind: 'process-state', key, before: before[key], after: after[key], added: [] });
    }
    mapForEach(this.#streams, (listeners, name) => {
      const ofStream = listeners.changes();
      if (ofStream.length === 0) return;
      arrayForEach(ofStream, ({ event, ...lists }) => {
        arrayPush(changes, { kind: 'process-state', key: `process.${name}:${String(event)}`, ...lists });
      });
    });
    return changes;
  }

  /** Puts back what a change was before; false when it cannot be (a directory that is gone, a worker thread). */
  restore({ key, before }: ProcessChange): boolean {
    try {
      if (key === 'process.cwd') this.#process.chdir(before as string);
      else if (key === 'process.umask') this.#process.umask(before as number);
      else if (key === 'process.exitCode') this.#process.exitCode = before as number | undefined;
      else return this.#restoreListeners(key, before as Function[]);
    } catch {
      return false;
    }
    this.#values = this.#read(true);
    return is(this.#values[key], before);
  }

  #restoreListeners(key: string, before: readonly Function[]): boolean {
    let restored = false;
    mapForEach(this.#streams, (listeners, name) => {
      const prefix = `process.${name}:`;
      if (stringStartsWith(key, prefix)) restored = listeners.restore(stringSlice(key, prefix.length), before);
    });
    return restored;
  }

  #read(whole: boolean): Values {
    const umaskIsOld = !whole && !this.#umaskCalled;
    this.#umaskCalled = false;
    return {
      'process.cwd': this.#cwd(whole),
      'process.umask': umaskIsOld ? this.#values['process.umask'] : this.#process.umask(),
      'process.exitCode': this.#readExitCode(),
    };
  }

  #readExitCode(): unknown {
    const { get } = this.#exitCode ?? {};
    return get === undefined
      ? getOwnPropertyDescriptor(this.#process, 'exitCode')?.value
      : apply(get, this.#process, []);
  }

  /**
   * graceful-fs, which Jest loads, remembers the directory and does not hear of a chdir through the sandbox's copy. The
   * system takes longer to tell, so it is asked for `whole`, and when there is a reason to.
   */
  #cwd(whole: boolean): unknown {
    try {
      const said = this.#process.cwd();
      if (!this.#chdirCalled) return said;
      if (!whole && said === this.#said) return this.#values['process.cwd'];
      this.#said = said;
      const real = nativeRealpath('.');
      return said === real || nativeRealpath(said) === real ? said : real;
    } catch {
      // The directory was deleted, which is no change of the process.
      this.#said = null;
      return this.#values['process.cwd'];
    }
  }
}
