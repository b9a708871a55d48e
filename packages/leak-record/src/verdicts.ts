import type { FoundLeak } from './leak';

/** What the baseline says of one leak. */
export type LeakVerdict = 'new' | 'grown' | 'known' | 'below-gate' | 'allowed' | 'unattributed';

/** What a run says of one baseline entry. */
export type EntryVerdict = 'new' | 'grown' | 'known' | 'shrunk' | 'fixed' | 'gone' | 'moved' | 'unexercised';

/** A leak with its verdict. */
export interface Leak extends FoundLeak {
  verdict: LeakVerdict;
  /** A shell command that shows the leak again, or null when none is known to. */
  reproduce: string | null;
}
