import type { Ledger } from '../ledger/ledger';
import type { Context, Scope } from '../scopes/scope';
import type { Containment } from './containment';
import { DescribeBodies } from './describe-bodies';
import type { InFileContainment } from './in-file';

/** What `contain: 'scope'` needs of the rest. */
export interface ScopeEndsOptions {
  readonly containment: Containment;
  readonly ledger: Ledger;
  /** Null when the runtime has an unknown shape; then only state of the host can be put back. */
  readonly inFile: InFileContainment | null;
}

/** Puts back what each test and each describe block left, when it ends. One that left nothing costs nothing. */
export class ScopeEnds {
  readonly #options: ScopeEndsOptions;
  readonly #bodies: DescribeBodies;

  constructor(options: ScopeEndsOptions) {
    this.#options = options;
    this.#bodies = new DescribeBodies(options.containment.stacks, options.inFile?.registry ?? null);
  }

  /** Nothing of a scope runs any more; `context` is who executed last. */
  afterScope(context: Context): void {
    // Late code of a scope that is over may have left something since.
    this.#end(({ ended }) => ended, context);
  }

  /** The body of a describe block has returned. */
  afterBody(scope: Scope, context: Context): void {
    if (!this.#hasLeft(scope)) return;
    this.#options.inFile?.beforeEnd(context);
    this.#bodies.remember(scope);
    this.#end((one) => one === scope, context);
  }

  /** The hooks and tests of a describe block are about to run. */
  beforeBlock(scope: Scope): void {
    this.#options.ledger.inForceAgain(scope);
    for (const [owner, places] of this.#bodies.apply(scope)) this.#options.inFile?.inForceAgain(scope, owner, places);
  }

  #hasLeft(scope: Scope): boolean {
    return this.#options.containment.stacks.scopes().includes(scope);
  }

  #end(isOver: (scope: Scope) => boolean, context: Context): void {
    const { containment, ledger, inFile } = this.#options;
    const over = containment.stacks.scopes().filter((scope) => scope.type !== 'file' && isOver(scope));
    if (over.length === 0) return;
    inFile?.beforeEnd(context);
    containment.end(over);
    const ended = new Set(over);
    inFile?.afterEnd(ended);
    ledger.putBack(ended);
  }
}
