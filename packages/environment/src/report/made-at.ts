import type { Act } from '../ledger/act';
import { packageOf } from '../site/file-paths';
import type { ActFrames, RawFrame } from '../site/frame';
import { locateFunctions } from '../site/value-location';
import type { Spies } from '../surfaces/spies';
import { isMock } from '../surfaces/spies';

/** Where the value that an act left was made, and where the value that it covered was made. */
export interface Made {
  readonly at: ActFrames | null;
  /** The package whose code made the value, or null. A mock made through Jest or sinon is the user's. */
  readonly byPackage: string | null;
  /** Whether the value it covered was made by the same file of that package: it was installed again on top. */
  readonly stacked: boolean;
}

const UNKNOWN: Made = { at: null, byPackage: null, stacked: false };

/** Finds where the values of all these acts were made; one session of the inspector for all of them. */
export function findMade(
  acts: readonly Act[],
  spies: Spies,
  select: (frames: readonly RawFrame[], act: Act) => ActFrames,
): Map<Act, Made> {
  const asking = acts.filter((act) => act.value !== null && act.frames === null);
  const values = asking.map((act) => valueOf(act, 'after'));
  const noted = values.map((value) => spies.made.of(value));
  // V8's inspector costs tens of milliseconds, so it is asked only for what nothing else tells.
  const located = locateFunctions([
    ...values.map((value, i) => (noted[i] ? null : value)),
    ...asking.map((act, i) => (noted[i] ? null : valueOf(act, 'before'))),
  ]);
  const made = new Map<Act, Made>();
  asking.forEach((act, index) => {
    const frames = noted[index];
    if (frames !== undefined) {
      made.set(act, { ...UNKNOWN, at: select(frames, act) });
      return;
    }
    const at = located[index] ?? null;
    if (at === null) return;
    // A loader that a package made (pirates) was installed by whoever called it: the scope tells more than its place,
    // unless that is a package, too.
    const isCalled = packageOf(act.context.ownerFile) === null;
    if (act.kind === 'host-require-cache' && isCalled && packageOf(at.file) !== null) return;
    const byPackage = isMock(values[index]) ? null : packageOf(at.file);
    const covered = located[asking.length + index];
    made.set(act, { at: select([at], act), byPackage, stacked: byPackage !== null && covered?.file === at.file });
  });
  for (const act of asking) if (!made.has(act)) addMark(act, made);
  return made;
}

/** Plain data that was added beside what a package installed, by the same scope, is the package's mark of that. */
function addMark(act: Act, made: Map<Act, Made>): void {
  const { before, after } = act.value as { before?: unknown; after?: PropertyDescriptor };
  if (act.kind !== 'core-module-mutated' || before !== undefined || isObjectOrFunction(after?.value)) return;
  for (const [patch, { byPackage, stacked }] of made) {
    if (byPackage === null || stacked || patch.context.scope !== act.context.scope) continue;
    if (patch.kind !== act.kind || objectOf(patch) !== objectOf(act)) continue;
    made.set(act, { ...UNKNOWN, byPackage });
    return;
  }
}

function isObjectOrFunction(value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** `https` in `https.request`. */
function objectOf({ key }: Act): string {
  return key.slice(0, key.lastIndexOf('.'));
}

/** The value that an act left, or found; null where there is none that was made anywhere. */
export function valueOf(act: Act, side: 'before' | 'after'): unknown {
  const { value } = act;
  if (value === null) return null;
  if (value.made !== undefined) return side === 'after' ? value.made : lastListener(value.before);
  if (act.kind === 'process-state') return null;
  const descriptor = value[side] as PropertyDescriptor | undefined;
  return descriptor?.value ?? descriptor?.get ?? null;
}

/** What a listener came on top of. */
function lastListener(before: unknown): unknown {
  return Array.isArray(before) ? (before.at(-1) ?? null) : null;
}
