import { loadLater } from '@jest-hermetic/leak-record';
import type { Context } from '../scopes/scope';
import type { StartedEntries } from '../scopes/started-entries';
import { captureToJest, isCalledByJest, MOST_FRAMES } from '../site/capture-frames';
import type { RawFrame } from '../site/frame';
import type { LateFinder } from './late-finder';
import type { SourceText } from './source-text';

const finding = loadLater(() => require('./late-finder') as typeof import('./late-finder'));

/** What is known once all tests are declared. */
export interface DeclaredTests {
  /** The code of the test file as it runs, or null. */
  readonly text: () => SourceText | null;
  /** The code of another file as it runs, or undefined. */
  readonly codeOf: (file: string) => string | undefined;
  /** The test for which the present code was started, where Jest itself keeps it (30.5+). */
  readonly identity: (() => unknown) | null;
}

/** A call that was just made. */
export interface Call {
  readonly context: Context;
  /** Innermost first; null when nobody has read them. */
  readonly frames: readonly RawFrame[] | null;
}

/**
 * Charges code that runs on after its test or hook ended to that test or hook: the stack of an act, or the place where
 * a written value was made, is compared with where the callbacks of the tests stand in the code. Costs nothing until
 * there is an act; following every promise instead (AsyncLocalStorage) costs more than all the rest together.
 */
export class LateCode {
  readonly #started: StartedEntries;
  #declared: DeclaredTests = { text: () => null, codeOf: () => undefined, identity: null };
  #finder: LateFinder | null = null;

  constructor(started: StartedEntries) {
    this.#started = started;
  }

  /** The tests are about to run. */
  begin(declared: DeclaredTests): void {
    this.#declared = declared;
    this.#finder = null;
  }

  /** Who made the call below `caller`, while `executing` executes. */
  ofCall(caller: Function, executing: Context): Context {
    return this.call(caller, executing).context;
  }

  /** The same, with the frames below `caller` where they had to be read for that: reading them again costs as much. */
  call(caller: Function, executing: Context): Call {
    if (!this.#isPossible()) return { context: executing, frames: null };
    const frames = captureToJest(caller, MOST_FRAMES);
    return { context: isCalledByJest(frames) ? executing : this.#find().ofFrames(frames, executing), frames };
  }

  /** Who made a call with these frames (innermost first), while `executing` executes. */
  ofFrames(frames: readonly RawFrame[], executing: Context): Context {
    return this.#isPossible() ? this.#find().ofFrames(frames, executing) : executing;
  }

  /**
   * Who wrote a value that was found after `executing` executed: the test or hook in which it was made; null when that
   * is not known. `made` is the stack on which it was made, where that was noted.
   */
  ofValue(value: unknown, made: readonly RawFrame[] | undefined, executing: Context): Context | null {
    return this.#isPossible() ? this.#find().ofValue(value, made, executing) : null;
  }

  #isPossible(): boolean {
    return this.#started.isLatePossible;
  }

  #find(): LateFinder {
    return (this.#finder ??= new (finding().LateFinder)(this.#started, this.#declared));
  }
}
