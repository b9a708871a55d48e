import { loadLater, RECORD_VERSION } from '@jest-hermetic/leak-record';
import type { FileRecord, FoundLeak, IgnoreRule, Kind } from '@jest-hermetic/leak-record';
import type { Exercise } from '../exercised';
import type { FileState } from '../file-state';
import type { Ignored } from '../ignores';
import { WORKER_NAME } from '../outbox/outbox';
import { TOOL_VERSION } from '../own-package';

const ignoring = loadLater(() => require('../ignores') as typeof import('../ignores'));

/** The kinds that only the runtime lets us watch. */
const KINDS_OF_RUNTIME: readonly Kind[] = ['module-purged', 'mock-registered', 'export-mutated'];

/** What the record says besides what the state knows. */
export interface Findings {
  readonly exercise: Exercise;
  /** Leaks of this file. */
  readonly leaks: readonly FoundLeak[];
  /** What was there before it began. */
  readonly outside: readonly FoundLeak[];
  /** Other owners whose code ran here. */
  readonly evaluated: ReadonlySet<string>;
}

/** The record of one file. */
export function makeRecord(state: FileState, { exercise, leaks, outside, evaluated }: Findings): FileRecord {
  const { options, errors } = state.input;
  const { kept, count, used } = withoutIgnored(leaks, options.ignore);
  const unobservable = unobservableKinds(state);
  const watched = { modules: state.instances.made, acts: state.ledger.acts };
  const contained = options.contain === 'scope' ? indexesOfContained(kept) : [];
  const unmatchedPatterns = state.runtime?.fresh.unmatched() ?? [];
  const because = exercise.because ?? whyNoEvidence(unobservable.length, watched.modules);
  return {
    version: RECORD_VERSION,
    tool: TOOL_VERSION,
    jest: state.jest,
    node: process.versions.node,
    rootDir: state.rootDir,
    path: state.relative(state.testFile),
    worker: WORKER_NAME,
    ordinal: state.ordinal,
    endedAt: Date.now(),
    exercised: because === null,
    unexercisedBecause: because,
    tests: exercise.tests,
    watched,
    unobservable,
    leaks: [...kept, ...outside],
    ...(contained.length > 0 ? { contained } : {}),
    ignored: count,
    ignoresUsed: used,
    advice: state.advice(),
    unusedAllows: state.allowsInUse?.unused() ?? [],
    ...(unmatchedPatterns.length > 0 ? { unmatchedPatterns } : {}),
    evaluated: [...evaluated].sort(),
    faults: state.faults.list,
    errors: [...errors, ...(state.allowsInUse?.errors() ?? [])],
    gate: options.gate,
  };
}

/** What `applyIgnores` of no leaks would say needs nothing of it. */
export function withoutIgnored(leaks: readonly FoundLeak[], rules: readonly IgnoreRule[]): Ignored {
  return leaks.length === 0 ? { kept: [], count: 0, used: [] } : ignoring().applyIgnores(leaks, rules);
}

/** What ended with a test or a describe block was put back then, so nobody could receive it. */
export function isContained({ scopes }: FoundLeak): boolean {
  return scopes.some(({ type }) => type !== 'file');
}

function indexesOfContained(leaks: readonly FoundLeak[]): number[] {
  return leaks.flatMap((leak, index) => (isContained(leak) ? [index] : []));
}

function unobservableKinds({ runtime, whyNoRuntime, unobservable }: FileState): FileRecord['unobservable'] {
  const ofRuntime =
    runtime === null ? KINDS_OF_RUNTIME.map((kind) => ({ kind, reason: whyNoRuntime })) : runtime.unobservable;
  return [...ofRuntime, ...unobservable];
}

function whyNoEvidence(unobservable: number, modules: number): string | null {
  if (unobservable > 0) return 'a surface that could not be watched';
  return modules === 0 ? 'nothing was watched' : null;
}
