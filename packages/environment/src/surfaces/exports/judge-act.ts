import type { Act } from '../../ledger/act';
import { isMock } from '../spies';
import type { Made } from '../../report/made-at';
import type { ActFrames } from '../../site/frame';
import { packageOf } from '../../site/file-paths';
import type { ExportActFacts } from './export-mutations';
import { judgeOrigin } from './origin';
import type { ChangeFacts, Origin } from './origin';
import type { Requests } from './requests';
import type { TestSide } from './test-side';

/** What the judgement needs of the surface. */
export interface ExportKnowledge {
  readonly requests: Requests;
  readonly testSide: TestSide;
  readonly filled: { has(act: Act): boolean };
  factsOf(act: Act): ExportActFacts | undefined;
}

/** Acts to report, and where their values were made. */
export interface JudgedActs {
  readonly acts: Act[];
  readonly made: ReadonlyMap<Act, Made>;
}

/**
 * Judges the acts of this surface when the file is over and it is known where their values were made: those that are
 * none are left out, those that may be the module's own doing become `latent`. Acts of other surfaces stay as they are.
 */
export function judgeExportActs(
  acts: readonly Act[],
  made: ReadonlyMap<Act, Made>,
  knowledge: ExportKnowledge,
): JudgedActs {
  const judged: JudgedActs & { made: Map<Act, Made> } = { acts: [], made: new Map(made) };
  for (const act of acts) {
    const facts = knowledge.factsOf(act);
    if (facts === undefined) {
      judged.acts.push(act);
      continue;
    }
    const { origin, at } = judge(act, facts, made.get(act)?.at ?? null, knowledge);
    if (origin === 'none') continue;
    const reported: Act = origin === 'latent' ? { ...act, grade: 'latent', escapedTo: null } : act;
    judged.acts.push(reported);
    judged.made.set(reported, { at, byPackage: null, stacked: false });
  }
  return judged;
}

/** Whether a change of exports would count as an act, had some other scope loaded the module. */
export function countsForOthers(act: Act, made: Made | undefined, knowledge: ExportKnowledge): boolean {
  const facts = knowledge.factsOf(act);
  if (facts === undefined) return false;
  return judge(act, { ...facts, ownLoad: false }, made?.at ?? null, knowledge).origin === 'act';
}

function judge(
  act: Act,
  facts: ExportActFacts,
  at: ActFrames | null,
  knowledge: ExportKnowledge,
): { origin: Origin; at: ActFrames | null } {
  const { before, after } = (act.value ?? {}) as {
    before: PropertyDescriptor | undefined;
    after: PropertyDescriptor | undefined;
  };
  const toMock = act.value?.made !== undefined || isMock(after?.value) || isMock(after?.get);
  const madeIn = whereMade(at?.site?.file ?? null, facts.path, knowledge);
  const origin = judgeOrigin({
    byCall: act.call !== null,
    ownLoad: facts.ownLoad,
    json: facts.json,
    deleted: after === undefined,
    toMock,
    fromMock: isMock(before?.value) || isMock(before?.get),
    madeIn,
    filled: knowledge.filled.has(act),
  });
  return { origin, at: toMock || madeIn === 'a test file' ? at : null };
}

function whereMade(file: string | null, path: string, { requests, testSide }: ExportKnowledge): ChangeFacts['madeIn'] {
  if (file === null) return null;
  if (file === path) return 'the module itself';
  if (testSide.has(file)) return 'a test file';
  const owner = packageOf(path);
  if (owner !== null && packageOf(file) === owner) return 'the module itself';
  return requests.reaches(path, file, (through) => !testSide.has(through)) ? 'a dependency of the module' : 'elsewhere';
}
