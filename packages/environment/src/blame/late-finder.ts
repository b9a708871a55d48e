import { isProxy, sourceOf } from '../originals';
import type { Context } from '../scopes/scope';
import type { StartedEntries } from '../scopes/started-entries';
import { isCalledByJest, MOST_FRAMES } from '../site/capture-frames';
import type { RawFrame } from '../site/frame';
import { functionsOf, locateFunctions } from '../site/value-location';
import { CallbackRanges } from './callback-ranges';
import { isIn } from './source-text';
import type { DeclaredTests } from './late-code';

/** A text that stands in more places than this tells nothing. */
const MOST_PLACES = 16;

/** V8's inspector takes up to a fifth of a second. */
const MOST_ASKED = 20;

/** Finds, for {@link LateCode}, whose code ran. */
export class LateFinder {
  readonly #started: StartedEntries;
  readonly #declared: DeclaredTests;
  readonly #ranges: CallbackRanges;
  #asked = 0;

  constructor(started: StartedEntries, declared: DeclaredTests) {
    this.#started = started;
    this.#declared = declared;
    this.#ranges = new CallbackRanges({
      callbacks: () => started.callbacks(),
      text: () => declared.text(),
      codeOf: (file) => declared.codeOf(file),
    });
  }

  /** Who made a call with these frames (innermost first), while `executing` executes. */
  ofFrames(frames: readonly RawFrame[], executing: Context): Context {
    if (frames.length >= MOST_FRAMES || isCalledByJest(frames)) return executing;
    const own = this.#ranges.of(executing.declaration);
    if (own !== null && frames.some((frame) => isIn(frame, own))) return executing;
    const startedFor = this.#startedFor();
    // Jest's own word has no equal, but it names the test for hooks, too.
    if (startedFor === null) this.#ranges.complete();
    const written = this.#aroundAnyOf(frames, executing);
    if (startedFor === null) return written ?? executing;
    if (written !== null && (written.hook !== null || written.declaration === startedFor)) return written;
    if (executing.test?.declaration === startedFor) return executing;
    return this.#started.lastRun(startedFor)?.context ?? executing;
  }

  /**
   * Who wrote a value that was found after `executing` executed: the test or hook in which it was made; null when that
   * is not known. `made` is the stack on which it was made, where that was noted.
   */
  ofValue(value: unknown, made: readonly RawFrame[] | undefined, executing: Context): Context | null {
    const places = made === undefined ? this.#placesOf(value) : made;
    if (places.length === 0) return null;
    const own = this.#ranges.of(executing.declaration);
    if (own === null) this.#ranges.complete();
    if (made !== undefined) return this.#aroundAnyOf(made, executing);
    // A text that stands in several tests tells of none of them.
    const makers = new Set(places.map((place) => this.#aroundAnyOf([place], executing)));
    const [maker] = makers;
    if (makers.size > 1 && !makers.has(executing)) return this.#askForMaker(value, executing);
    return makers.size === 1 && maker ? maker : null;
  }

  /** The same text stands in several others: only V8 knows which of them made the value. */
  #askForMaker(value: unknown, executing: Context): Context | null {
    if (this.#asked >= MOST_ASKED) return null;
    this.#asked += 1;
    const [place] = locateFunctions([value]);
    return place ? this.#aroundAnyOf([place], executing) : null;
  }

  /** The declaration of the test for which the present code was started, or null where nothing tells. */
  #startedFor(): object | null {
    const test = this.#declared.identity?.() as { asyncError?: unknown } | null | undefined;
    const declaration = test?.asyncError;
    return typeof declaration === 'object' ? declaration : null;
  }

  /** The last run of the callback around the outermost frame that is in one; `executing` if that is its own. */
  #aroundAnyOf(frames: readonly RawFrame[], executing: Context): Context | null {
    const own = executing.declaration;
    const around = frames.map((frame) => this.#ranges.around(frame));
    if (own !== null && around.some((declarations) => declarations.includes(own))) return executing;
    const runs = (around.findLast((declarations) => declarations.length > 0) ?? [])
      .map((declaration) => this.#started.lastRun(declaration))
      .filter((run) => run !== undefined);
    if (runs.length === 0) return null;
    return runs.reduce((last, run) => (run.order > last.order ? run : last)).context;
  }

  /** Where a value may have been made, as far as the code of the test file tells. */
  #placesOf(value: unknown): RawFrame[] {
    const [made] = functionsOf(value);
    const text = made === undefined || isProxy(made) ? null : this.#declared.text();
    return text === null ? [] : text.placesOf(sourceOf(made as Function), MOST_PLACES);
  }
}
