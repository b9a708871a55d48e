import { loadLater } from '@jest-hermetic/leak-record';
import type { FileRecord, UsageError } from '@jest-hermetic/leak-record';
import type { Act } from '../ledger/act';
import { isWithin } from '../scopes/scope';
import type { Scope } from '../scopes/scope';
import type { AllowRule, ReadAllow } from './read-allow';

const reading = loadLater(() => require('./read-allow') as typeof import('./read-allow'));

/** Where an opt-out stands; asked for only at the end of the file, when positions can be mapped. */
export type AllowPlace = () => { file: string; line: number } | null;

interface Allow extends AllowRule {
  readonly scope: Scope;
  readonly place: AllowPlace;
  used: boolean;
}

/** The opt-outs of one file: `allowLeak()` and the docblock lines `@leak-allow`. */
export class Allows {
  readonly #allows: Allow[] = [];
  readonly #problems: { message: string; place: AllowPlace }[] = [];

  /** A call of `allowLeak()` by code of `scope`. */
  addCall(given: unknown, scope: Scope, place: AllowPlace): void {
    this.#add(reading().readAllowCall(given), scope, place);
  }

  /** A line of the docblock: it stands for the whole file. */
  addPragma(text: string, file: Scope, place: AllowPlace): void {
    this.#add(reading().readAllowPragma(text), file, place);
  }

  /** Why an act may leak, or null; what covers it counts as used from now on. */
  reasonFor(act: Pick<Act, 'kind' | 'key' | 'context'>): string | null {
    const covering = this.#allows.filter(
      ({ kind, key, scope }) =>
        kind === act.kind && (key === null || key === act.key) && isWithin(act.context.scope, scope),
    );
    for (const allow of covering) allow.used = true;
    return covering[0]?.reason ?? null;
  }

  /** Opt-outs that covered nothing, each place once: in a loop or a hook one use is enough. */
  unused(): FileRecord['unusedAllows'] {
    const byPlace = new Map<string, { used: boolean; entry: FileRecord['unusedAllows'][number] }>();
    for (const { kind, key, reason, place, used } of this.#allows) {
      const at = place();
      const entry = { kind, key, reason, site: at === null ? null : { file: at.file, line: at.line } };
      const identity = JSON.stringify(entry);
      byPlace.set(identity, { used: used || byPlace.get(identity)?.used === true, entry });
    }
    return [...byPlace.values()].filter(({ used }) => !used).map(({ entry }) => entry);
  }

  /** What the user has to correct, each once. */
  errors(): UsageError[] {
    const errors = this.#problems.map(({ message, place }) => {
      const at = place();
      return { message, file: at?.file ?? null, line: at?.line ?? null };
    });
    return [...new Map(errors.map((error) => [JSON.stringify(error), error])).values()];
  }

  #add(read: ReadAllow, scope: Scope, place: AllowPlace): void {
    if ('problem' in read) this.#problems.push({ message: read.problem, place });
    else this.#allows.push({ ...read.rule, scope, place, used: false });
  }
}
