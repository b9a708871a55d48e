/** What is known of one change of an export when the file is over. */
export interface ChangeFacts {
  /** Whether a call of Jest's (`spyOn`, `replaceProperty`) made it. */
  readonly byCall: boolean;
  /** Whether test code changed what the scope itself had loaded: nobody outside has it. */
  readonly ownLoad: boolean;
  /** Whether it is on the data of a JSON module, which has no code that could have written it. */
  readonly json: boolean;
  readonly deleted: boolean;
  /** Whether the value put there is a mock, or holds one. */
  readonly toMock: boolean;
  readonly fromMock: boolean;
  /** Where the value put there was made; null when nothing tells (plain data). */
  readonly madeIn: 'the module itself' | 'a test file' | 'a dependency of the module' | 'elsewhere' | null;
  /** Whether the module filled what held nothing, as far as the code tells. */
  readonly filled: boolean;
}

/**
 * What a change of an export counts as (DESIGN 2.6): `act` is a leak like any other, `latent` may be the module's own
 * setter, counter or cache and is never more than that, `none` is the module managing its own exports.
 */
export type Origin = 'act' | 'latent' | 'none';

/** Decides who wrote an export, as far as that can be told. */
export function judgeOrigin(facts: ChangeFacts): Origin {
  if (facts.ownLoad) return 'none';
  if (facts.byCall || facts.json || facts.deleted) return 'act';
  // A helper that makes its own mocks manages its own exports, too.
  if (facts.madeIn === 'the module itself') return 'none';
  if (facts.toMock || facts.fromMock || facts.madeIn === 'a test file') return 'act';
  if (facts.madeIn === null && facts.filled) return 'none';
  return facts.madeIn === 'a dependency of the module' ? 'none' : 'latent';
}
