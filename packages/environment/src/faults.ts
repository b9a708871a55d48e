import type { OwnFault } from '@jest-hermetic/leak-record';
import { arrayPush } from './originals';
import { inOwnLanguage } from './own-language';

/** At most this many faults of one file are kept: the first ones tell, and a loop must not fill the memory. */
const KEPT = 10;

/**
 * Catches what goes wrong in our own code, so that it never reaches the user's tests; the reporter names it as ours.
 */
export class Faults {
  readonly list: OwnFault[] = [];

  /** Runs `work`; when it throws, notes the fault and gives `otherwise`. */
  guard(doing: string, work: () => void): void;
  guard<T>(doing: string, work: () => T, otherwise: T): T;
  guard<T>(doing: string, work: () => T, otherwise?: T): T | undefined {
    try {
      return inOwnLanguage(work);
    } catch (error) {
      this.note(doing, error);
      return otherwise;
    }
  }

  note(doing: string, error: unknown): void {
    if (this.list.length >= KEPT) return;
    const known = error instanceof Error ? error : null;
    arrayPush(this.list, { while: doing, message: known?.message ?? `${error}`, stack: known?.stack ?? null });
  }
}
