import { strongerGrade } from '@jest-hermetic/leak-record';
import type { Grade } from '@jest-hermetic/leak-record';
import { doneAgainSince, isWithin, standingOf, strictlyEncloses } from '../scopes/scope';
import type { Context, Scope } from '../scopes/scope';
import type { Act, ActFacts, LoadPlace } from './act';

/** A scope's net effect on one key, while it lasts. */
export interface Entry {
  /** Internal key: what two writers must share to overwrite each other. */
  readonly key: string;
  /** What "did the same again" means for it (DESIGN 2.2, superseded). */
  readonly mark: string;
  readonly scope: Scope;
  /** The state that the scope found when it first wrote the key. */
  readonly before: unknown;
  after: unknown;
  act: Act;
}

/** One write to a key. `same` tells whether two states are the same outcome. */
export interface Write {
  readonly key: string;
  readonly mark: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly same: (a: unknown, b: unknown) => boolean;
  readonly act: Act;
}

/** The state of a key of the host that some file left behind. */
export interface Leftover {
  readonly key: string;
  /** The state before anybody left anything. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Stands for all earlier files of the worker: it encloses nothing, so undoing what they left is no act. */
const EARLIER_FILE: Scope = {
  type: 'file',
  name: null,
  parent: null,
  identity: {},
  declaration: null,
  ended: true,
  marks: new Map(),
};

const NO_CANDIDATES: readonly Context[] = [];

const NOBODYS: ActFacts = {
  kind: 'process-state',
  key: '',
  context: { scope: EARLIER_FILE, hook: null, test: null, ownerFile: '', declaration: null },
  frames: null,
  siteIs: null,
  call: null,
  virtual: false,
  module: null,
  value: null,
  hints: {},
};

/**
 * Turns writes into leaks. For each key it keeps the writers that are still in place, the last one on top, and
 * grades those whose scope is over, at the tests that follow (DESIGN 2.2 and 2.3).
 */
export class Ledger {
  readonly #stacks = new Map<string, Entry[]>();
  /** Entries of test and describe scopes: the only ones that can leak inside the file. */
  readonly #open = new Set<Entry>();
  /** Those of them that the next body has to be asked about: nobody outside has run since, as far as is known. */
  readonly #unseen = new Set<Entry>();
  readonly #graded = new Set<Act>();
  /** Entries whose state was put back (`contain: 'scope'`); they are graded as if it still stood. */
  readonly #putBack = new Set<Entry>();
  /** What reaches one context, until something changes: a test that loads a lot asks with each load. */
  #reaching: { readonly context: Context; readonly acts: readonly Act[] } | null = null;
  #sequence = 0;
  #acts = 0;

  /** Number of acts noted so far. */
  get acts(): number {
    return this.#acts;
  }

  /** Whether any test or describe block has left anything that is still in place. */
  get hasOpen(): boolean {
    return this.#open.size > 0;
  }

  /** The next position in the order of events. */
  next(): number {
    return ++this.#sequence;
  }

  makeAct(facts: ActFacts): Act {
    this.#acts += 1;
    const { kind, key, context, frames, siteIs, call, virtual, module, value, hints, candidates } = facts;
    // Not spread: V8 is many times slower at that.
    return {
      kind,
      key,
      context,
      frames,
      siteIs,
      call,
      virtual,
      module,
      value,
      hints,
      candidates: candidates ?? NO_CANDIDATES,
      at: this.next(),
      modules: new Map(),
      grade: null,
      escapedTo: null,
      receipts: [],
    };
  }

  /** Notes that the executing scope did `mark` again, which shields the tests that it encloses. */
  mark(context: Context, mark: string): void {
    this.#reaching = null;
    context.scope.marks.set(mark, this.next());
  }

  /**
   * The same for a place inside the executing code where `mark` was done and is taken back, as `freshModules` does: no
   * load outside of that place is shielded, but nothing of an older act was in force where it counted.
   */
  markInside(context: Context, mark: string): void {
    this.#reaching = null;
    context.scope.marks.set(insideMark(mark), this.next());
  }

  write({ key, mark, before, after, same, act }: Write): void {
    this.#reaching = null;
    const { scope } = act.context;
    const stack = this.#stacks.get(key) ?? [];
    const undone = firstUndone(stack, scope, after, same);
    if (undone !== -1) {
      for (const entry of stack.splice(undone)) this.#takenBack(entry, act.context);
      if (stack.length === 0) this.#stacks.delete(key);
      return;
    }
    const top = stack.at(-1);
    if (top?.scope === scope) {
      top.after = after;
      top.act = act;
      if (this.#open.has(top)) this.#unseen.add(top);
      return;
    }
    if (same(before, after)) return;
    const entry: Entry = { key, mark, scope, before, after, act };
    stack.push(entry);
    this.#stacks.set(key, stack);
    if (scope.type === 'file') return;
    this.#open.add(entry);
    this.#unseen.add(entry);
  }

  /** Begins with what earlier files of the worker left in a key: this file may undo it, and did not write it. */
  inherit({ key, before, after }: Leftover): void {
    const act = this.makeAct({ ...NOBODYS, key });
    this.#acts -= 1;
    this.#stacks.set(key, [{ key, mark: key, scope: EARLIER_FILE, before, after, act }]);
  }

  /** Under a prefix: what the next file inherits, and the acts of this file that made it. */
  leftovers(prefix: string): { inherited: Leftover[]; acts: Act[] } {
    const acts = new Set<Act>();
    const inherited: Leftover[] = [];
    for (const [key, stack] of this.#stacks) {
      const first = stack[0];
      const top = stack.at(-1);
      if (!key.startsWith(prefix) || first === undefined || top === undefined) continue;
      inherited.push({ key, before: first.before, after: top.after });
      if (top.scope !== EARLIER_FILE) acts.add(top.act);
    }
    return { inherited, acts: [...acts] };
  }

  /** What a key stood for is gone, with whatever its writers left there: all of them count as undone. */
  forget(key: string): void {
    this.#reaching = null;
    for (const entry of this.writers(key)) {
      this.#open.delete(entry);
      this.#unseen.delete(entry);
      this.#putBack.delete(entry);
    }
    this.#stacks.delete(key);
  }

  /** What these scopes left was put back: nobody receives it any more. */
  putBack(scopes: ReadonlySet<Scope>): void {
    for (const entry of this.#open) if (scopes.has(entry.scope)) this.#putBack.add(entry);
  }

  /** What this scope left was put back before, and is there again. */
  inForceAgain(scope: Scope): void {
    for (const entry of this.#putBack) if (entry.scope === scope) this.#putBack.delete(entry);
  }

  /** The executing code would have taken back what such acts left, had it not been put back before. */
  takenBackAnyway(context: Context, isConcerned: (act: Act) => boolean): void {
    for (const entry of this.#putBack) {
      const stack = this.#stacks.get(entry.key) ?? [];
      const index = stack.indexOf(entry);
      if (index === -1 || !isConcerned(entry.act)) continue;
      for (const undone of stack.splice(index)) this.#takenBack(undone, context);
      if (stack.length === 0) this.#stacks.delete(entry.key);
    }
  }

  /** The last writer of a key that is still in place. */
  top(key: string): Entry | undefined {
    return this.#stacks.get(key)?.at(-1);
  }

  /** The writer that decides what a key is now: the last one that was not put back. */
  inForce(key: string): Entry | undefined {
    const stack = this.#stacks.get(key);
    if (stack === undefined || this.#putBack.size === 0) return stack?.at(-1);
    return stack.findLast((entry) => !this.#putBack.has(entry));
  }

  /** The writers of a key, first to last. */
  writers(key: string): readonly Entry[] {
    return this.#stacks.get(key) ?? [];
  }

  /** Acts in place, buried or not, that leak into the executing code and were not superseded there. */
  reaching(context: Context): readonly Act[] {
    if (this.#reaching?.context === context) return this.#reaching.acts;
    const acts = new Set<Act>();
    for (const entry of this.#open) if (this.#reaches(entry, context)) acts.add(entry.act);
    this.#reaching = { context, acts: [...acts] };
    return this.#reaching.acts;
  }

  /**
   * The executing code received what `act` left. Superseded and inside receipts are no receipts. `receiver` tells whose
   * code it really is; it is asked only before a receipt is noted, since a stack is dear.
   */
  receive(
    act: Act,
    mark: string,
    context: Context,
    from: () => LoadPlace | null,
    receiver: (() => Context) | null = null,
  ): void {
    // Top-level code and describe bodies are neither test nor hook.
    if (context.test === null && context.hook === null) return;
    if (this.#isPutBack(act)) return;
    const standing = standingOf(context, act.context.scope);
    if (standing === 'inside' || doneAgainSince(context, mark, act.at)) return;
    const repeated = act.receipts.some(
      ({ context: earlier }) =>
        earlier.test === context.test && earlier.hook === context.hook && earlier.scope === context.scope,
    );
    if (repeated) return;
    const late = receiver?.() ?? context;
    if (late !== context) return this.receive(act, mark, late, from);
    act.receipts.push({ context, from: from(), sameTestRetry: standing === 'same-test-retry' });
    if (standing === 'outside') this.grade(act, 'observed');
  }

  /** Before a test's body: what no enclosing hook has taken back by now is at least latent. */
  beforeBody(context: Context): void {
    for (const entry of this.#unseen) {
      if (standingOf(context, entry.scope) !== 'outside') continue;
      this.#unseen.delete(entry);
      this.grade(entry.act, 'latent');
    }
  }

  /** After a test's body: what is still in force, and was not done again for this test, has escaped to it. */
  afterBody(context: Context): void {
    if (this.#open.size === 0) return;
    for (const stack of this.#stacks.values()) {
      const entry = stack.at(-1);
      if (entry === undefined || !this.#open.has(entry) || !this.#reaches(entry, context)) continue;
      if (doneAgainSince(context, insideMark(entry.mark), entry.act.at)) continue;
      this.grade(entry.act, 'escaped');
      entry.act.escapedTo ??= context;
    }
  }

  /** At the end of the file's run: nothing can take back any more what ended scopes left. */
  finish(): void {
    for (const entry of this.#open) if (entry.scope.ended) this.grade(entry.act, 'latent');
  }

  /** Raises an act's grade; it is a leak from now on, whatever is undone later. */
  grade(act: Act, grade: Grade): void {
    act.grade = act.grade === null ? grade : strongerGrade(act.grade, grade);
    this.#graded.add(act);
  }

  /** Every act that has leaked, in the order in which they were made. */
  leaked(): Act[] {
    return [...this.#graded].sort((a, b) => a.at - b.at);
  }

  /** Only an enclosing scope takes a leak back in time: what it took others to undo was in force at its scope's end. */
  #takenBack(entry: Entry, context: Context): void {
    this.#reaching = null;
    const byEnclosing = isWithin(entry.scope, context.scope);
    this.#putBack.delete(entry);
    this.#unseen.delete(entry);
    if (this.#open.delete(entry) && !byEnclosing && standingOf(context, entry.scope) === 'outside')
      this.grade(entry.act, 'latent');
  }

  #isPutBack(act: Act): boolean {
    for (const entry of this.#putBack) if (entry.act === act) return true;
    return false;
  }

  #reaches(entry: Entry, context: Context): boolean {
    return standingOf(context, entry.scope) === 'outside' && !doneAgainSince(context, entry.mark, entry.act.at);
  }
}

function insideMark(mark: string): string {
  return `inside ${mark}`;
}

/**
 * The first writer that this write undoes together with all later ones: it left the key as that writer found it,
 * and none of them encloses the writing scope (taking away what an enclosing scope installed is an act). -1 if none.
 */
function firstUndone(stack: readonly Entry[], scope: Scope, after: unknown, same: Write['same']): number {
  for (let index = 0; index < stack.length; index++) {
    if (!same((stack[index] as Entry).before, after)) continue;
    if (stack.slice(index).every((entry) => !strictlyEncloses(entry.scope, scope))) return index;
  }
  return -1;
}
