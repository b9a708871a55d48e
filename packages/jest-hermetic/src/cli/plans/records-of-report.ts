import type { JudgedRecord } from '@jest-hermetic/baseline';
import { reachesGate, type FoundLeak, type Leak, type Report } from '@jest-hermetic/leak-record';
import { OTHER_SHARDS } from '@jest-hermetic/reporter';
import type { Gating } from './count-leaks';

/**
 * The records that a report was made of, as far as judging needs them. `name` keeps the workers of several reports
 * apart. A leak keeps what its run said of it: whether it counts is not asked again. `isOfWhole` says that all other
 * parts of the run are there too.
 */
export function recordsOf(report: Report, { gate, contain }: Gating, name: string, isOfWhole: boolean): JudgedRecord[] {
  const files = report.files.flatMap((file): JudgedRecord[] => {
    if (!file.guarded) return [];
    const { path, unexercisedBecause, evaluated } = file;
    const exercised = file.exercised || (isOfWhole && unexercisedBecause === OTHER_SHARDS);
    const unobservable = file.unobservable.map((kind) => ({ kind, reason: '' }));
    const worker = `${name} ${file.worker}`;
    return [{ path, worker, exercised, unexercisedBecause, unobservable, evaluated, leaks: [], gate }];
  });
  const [first] = files;
  if (first === undefined) return [];

  const contained = contain === 'scope';
  const carrying = (leaks: readonly Leak[], carrierGate: JudgedRecord['gate'], putBack: boolean): JudgedRecord[] =>
    leaks.length === 0
      ? []
      : [
          {
            ...first,
            evaluated: [],
            leaks: leaks.map(toFound),
            contained: putBack ? leaks.map((_, index) => index) : [],
            gate: carrierGate,
          },
        ];
  const counted = report.leaks.filter(({ verdict }) => COUNTED.has(verdict));
  const usual = counted.filter((leak) => reachesGate(gate, leak, contained));
  return [
    ...files,
    ...carrying(usual, gate, contained),
    // Another project of the run has a lower gate.
    ...carrying(
      counted.filter((leak) => !usual.includes(leak)),
      'latent',
      false,
    ),
    // Under this gate nothing counts that did not count under its own.
    ...carrying(
      report.leaks.filter(({ verdict }) => !COUNTED.has(verdict)),
      'observed',
      false,
    ),
  ];
}

const COUNTED: ReadonlySet<Leak['verdict']> = new Set<Leak['verdict']>(['new', 'grown', 'known']);

function toFound({ verdict: _verdict, reproduce: _reproduce, ...leak }: Leak): FoundLeak {
  return leak;
}
