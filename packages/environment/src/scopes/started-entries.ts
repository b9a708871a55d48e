import type { DescribeBlock, TestEntry } from './circus';
import type { Context } from './scope';

/** A test or a hook, as far as its callback matters. */
export interface Callback {
  readonly fn: Function;
  /** The error that circus made when it was declared: the same object for every run of it. */
  readonly declaration: object;
  /** Absolute path of the setup file that registered it, if one did. */
  readonly setupFile: string | null;
}

/** When a callback began to run last, and as what. */
export interface Run {
  readonly context: Context;
  readonly order: number;
}

/** Which tests and hooks of a file have begun to run, and as what each of them ran last. */
export class StartedEntries {
  readonly #runs = new Map<object, Run>();
  readonly #bodies = new WeakMap<TestEntry, Function>();
  #order = 0;
  #root: DescribeBlock | null = null;
  #setupFileOf: (hook: object) => string | null = () => null;

  /** The tests are about to run: nothing is declared any more. */
  begin(root: DescribeBlock, setupFileOf: (hook: object) => string | null): void {
    this.#root = root;
    this.#setupFileOf = setupFileOf;
  }

  /** The function of a concurrent test, which is wrapped. */
  keepBody(test: TestEntry, body: Function): void {
    this.#bodies.set(test, body);
  }

  /** A test's body or a hook begins to run; `context` has its declaration. */
  note(context: Context): void {
    this.#order += 1;
    if (context.declaration !== null) this.#runs.set(context.declaration, { context, order: this.#order });
  }

  /** Whether anything has run that could still go on: the second body or hook is the first that may see late code. */
  get isLatePossible(): boolean {
    return this.#order > 1;
  }

  /** How the entry with this declaration ran last, or undefined. */
  lastRun(declaration: object | null | undefined): Run | undefined {
    return declaration === null || declaration === undefined ? undefined : this.#runs.get(declaration);
  }

  /** Every test and hook that has a callback. */
  *callbacks(block: DescribeBlock | null = this.#root): Generator<Callback> {
    if (block === null) return;
    for (const hook of block.hooks) {
      const { fn, asyncError } = hook as { fn: unknown; asyncError: unknown };
      if (isCallback(fn, asyncError)) {
        yield { fn, declaration: asyncError as object, setupFile: this.#setupFileOf(hook) };
      }
    }
    for (const child of block.children) {
      if (child.type !== 'test') yield* this.callbacks(child);
      else {
        const fn: unknown = this.#bodies.get(child) ?? child.fn;
        if (isCallback(fn, child.asyncError)) yield { fn, declaration: child.asyncError as object, setupFile: null };
      }
    }
  }
}

function isCallback(fn: unknown, declaration: unknown): fn is Function {
  return typeof fn === 'function' && typeof declaration === 'object' && declaration !== null;
}
