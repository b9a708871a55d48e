import type { Act, ActFacts } from '../ledger/act';
import { Ledger } from '../ledger/ledger';
import type { Context } from '../scopes/scope';

/** Facts of a registered mock; tests give what matters to them. */
export function actFacts(facts: Partial<ActFacts> & Pick<ActFacts, 'context'>): ActFacts {
  return {
    kind: 'mock-registered',
    key: 'src/config.js',
    frames: null,
    siteIs: null,
    call: null,
    virtual: false,
    module: null,
    value: null,
    hints: {},
    ...facts,
  };
}

/** One key whose state starts as `real`, and a ledger that is told of every change. */
export class KeyScript {
  readonly ledger = new Ledger();
  #state = 'real';

  /** The code in `context` leaves the key as `state`. */
  set(context: Context, state: string): Act {
    const act = this.ledger.makeAct(actFacts({ context }));
    const before = this.#state;
    this.#state = state;
    this.ledger.mark(context, 'key');
    this.ledger.write({ key: 'key', mark: 'key', before, after: state, same: Object.is, act });
    return act;
  }

  /** The names of the scopes that are still in place, first to last. */
  writers(): string[] {
    return this.ledger.writers('key').map(({ scope }) => scope.name ?? scope.type);
  }

  /** The grade of every leak, by the name of its scope. */
  grades(): Record<string, string | null> {
    return Object.fromEntries(this.ledger.leaked().map(({ context, grade }) => [context.scope.name ?? 'file', grade]));
  }
}
