import { AsyncLocalStorage } from 'node:async_hooks';
import type { HookKind } from '@jest-hermetic/leak-record';
import { describeName, testName, testsBelow } from './circus';
import type { CircusEvent, CircusState, DescribeBlock, TestEntry } from './circus';
import type { Context, Scope } from './scope';
import { StartedEntries } from './started-entries';

/** What happens at the borders of scopes; the moments at which state is looked at and leaks are graded. */
export interface ScopeObserver {
  /**
   * A hook's or body's code has just run, in this context. `candidates` are all whose code may have run since the last
   * time, if concurrent tests were among them.
   */
  afterSegment(context: Context, candidates: readonly Context[]): void;
  /** The body of a test is about to run. */
  beforeBody(context: Context): void;
  /** The body of a test has run, its each-hooks not yet. `overlapping` is true while other concurrent tests run. */
  afterBody(context: Context, overlapping: boolean): void;
  /** Every hook and body of a test or describe block has run; `context` is who executed last. */
  afterScope?(context: Context): void;
  /** The callback of a describe block has returned. */
  afterDescribe?(scope: Scope, context: Context): void;
  /** The hooks and tests of a describe block are about to run. */
  beforeDescribe?(scope: Scope): void;
}

const ALONE: readonly Context[] = [];

/**
 * Follows jest-circus and knows which scope is executing. Concurrent tests run interleaved and their events come
 * late (29.7) or name the wrong test (30.x), so their functions carry their scope through AsyncLocalStorage; it is
 * made only when a file has concurrent tests, because it slows every promise.
 */
export class ScopeTracker {
  readonly file: Scope;
  /** The tests and hooks that have run. */
  readonly started = new StartedEntries();
  readonly #testFile: string;
  readonly #observer: ScopeObserver;
  readonly #isJestsHookIdle: boolean;
  readonly #blocks = new WeakMap<object, Scope>();
  readonly #hookFiles = new WeakMap<object, string>();
  readonly #blockDeclarations = new WeakMap<object, { stack?: string }>();
  #loading: string;
  #context: Context;
  #test: Scope | null = null;
  #isRunning = false;
  #storage: AsyncLocalStorage<Context> | null = null;
  readonly #open = new Set<Context>();
  /** Tests that ran while another one did; among them only receipts count. */
  readonly #overlapped = new WeakSet<Context>();
  #isExecuting = false;
  /** Whether the next hook is the one that Jest adds itself, before it loads anything of the user's. */
  #awaitsJestsHook = false;
  /** That hook: it runs before every test, and is nobody's code. */
  #jestsHook: object | null = null;
  /** Concurrent tests of which some code may have run since state was looked at. */
  #overlapping: Context[] = [];

  /** @param isJestsHookIdle whether the configuration has Jest do nothing before each test */
  constructor(testFile: string, observer: ScopeObserver, isJestsHookIdle = false) {
    this.#testFile = testFile;
    this.#isJestsHookIdle = isJestsHookIdle;
    this.#loading = testFile;
    this.#observer = observer;
    this.file = makeScope('file', null, null, {}, null);
    this.#context = this.#bodyOf(this.file, testFile);
  }

  /** Who is executing now. Between segments: who executed last. */
  current(): Context {
    return this.#storage?.getStore() ?? this.#context;
  }

  /** A setup file or the test file is about to be loaded: top-level code from now on is its own. */
  beginLoading(file: string): void {
    // A test may load a setup file, or its own file, again.
    if (this.#isRunning) return;
    this.#awaitsJestsHook = false;
    this.#loading = file;
    this.#context = this.#bodyOf(this.file, file);
  }

  /** Runs `work` as top-level code of `file`, which a scope of any depth may have loaded (DESIGN 2.4, source modules). */
  topLevelOf(file: string): Context {
    return this.#bodyOf(this.file, file);
  }

  handle(event: CircusEvent, state: CircusState): void {
    switch (event.name) {
      case 'setup':
        this.#awaitsJestsHook = true;
        break;
      case 'start_describe_definition':
        this.#blockDeclarations.set(state.currentDescribeBlock, event.asyncError);
        this.#endSegment();
        this.#context = this.#bodyOf(this.#describeScope(state.currentDescribeBlock), this.#loading);
        break;
      case 'finish_describe_definition':
        this.#endSegment();
        this.#observer.afterDescribe?.(this.#context.scope, this.#context);
        this.#context = this.#bodyOf(this.#describeScope(state.currentDescribeBlock), this.#loading);
        break;
      case 'add_hook': {
        const hook = state.currentDescribeBlock.hooks.at(-1);
        if (hook === undefined) break;
        if (this.#awaitsJestsHook) this.#jestsHook = hook;
        else this.#hookFiles.set(hook, this.#loading);
        this.#awaitsJestsHook = false;
        break;
      }
      case 'run_start':
        this.#isRunning = true;
        this.#endSegment();
        this.started.begin(state.rootDescribeBlock, (hook) => this.#setupFileOf(hook));
        this.#followConcurrentTests(state.rootDescribeBlock);
        break;
      case 'test_start':
        if (!event.test.concurrent) this.#test = this.#attemptOf(event.test);
        break;
      case 'hook_start':
        if (this.#isIdle(event.hook)) break;
        this.#context = {
          scope: this.#describeScope(event.hook.parent),
          hook: event.hook.type as HookKind,
          test: event.hook.type === 'beforeAll' || event.hook.type === 'afterAll' ? null : this.#test,
          ownerFile: this.#hookFiles.get(event.hook) ?? this.#testFile,
          declaration: event.hook.asyncError,
          isJests: event.hook === this.#jestsHook,
        };
        this.#begin();
        break;
      case 'hook_success':
      case 'hook_failure':
        if (!this.#isIdle(event.hook)) this.#endSegment();
        break;
      case 'test_fn_start':
        if (event.test.concurrent || this.#test === null) break;
        this.#context = this.#bodyOf(this.#test, this.#testFile);
        this.#begin();
        this.#observer.beforeBody(this.#context);
        break;
      case 'test_fn_success':
      case 'test_fn_failure':
        if (event.test.concurrent || this.#test === null) break;
        this.#endSegment();
        this.#observer.afterBody(this.#context, this.#overlapped.has(this.#context));
        break;
      case 'test_done':
      case 'test_skip':
      case 'test_todo':
        if (event.test.concurrent || this.#test === null) break;
        this.#test.ended = true;
        this.#test = null;
        this.#endScope();
        break;
      case 'run_describe_start':
        if (event.describeBlock.parent !== undefined)
          this.#observer.beforeDescribe?.(this.#describeScope(event.describeBlock));
        break;
      case 'run_describe_finish':
        this.#describeScope(event.describeBlock).ended = true;
        this.#endScope();
        break;
      default:
        // Other events mark no border of a scope; newer Jests may add some.
        break;
    }
  }

  /** Concurrent tests that overlap end together, so that nothing changes under one that still runs. */
  #endScope(context = this.#context): void {
    if (this.#open.size === 0) this.#observer.afterScope?.(context);
  }

  #setupFileOf(hook: object): string | null {
    const file = this.#hookFiles.get(hook) ?? this.#testFile;
    return file === this.#testFile ? null : file;
  }

  /** A hook or a body that is not concurrent begins. */
  #begin(): void {
    this.#isExecuting = true;
    this.started.note(this.#context);
    this.#overlap(this.#context);
  }

  /** Concurrent tests that are running run while this one does. */
  #overlap(context: Context): void {
    if (this.#open.size === 0) return;
    this.#overlapped.add(context);
    for (const open of this.#open) this.#overlapped.add(open);
  }

  #endSegment(context: Context = this.#context): void {
    const isAlone = this.#overlapping.length === 0 && (!this.#isExecuting || context === this.#context);
    const candidates = isAlone ? ALONE : this.#candidates(context);
    if (context === this.#context) this.#isExecuting = false;
    this.#observer.afterSegment(context, candidates);
    if (this.#overlapping.length > 0) this.#overlapping = [...this.#open];
  }

  #isIdle(hook: object): boolean {
    return hook === this.#jestsHook && this.#isJestsHookIdle;
  }

  #candidates(context: Context): Context[] {
    const executing = this.#isExecuting ? [this.#context] : [];
    const others = [...this.#overlapping, ...executing].filter((other) => other !== context);
    return others.length === 0 ? [] : [...others, context];
  }

  #bodyOf(scope: Scope, ownerFile: string): Context {
    return {
      scope,
      hook: null,
      test: scope.type === 'test' ? scope : null,
      ownerFile,
      declaration: scope.declaration,
    };
  }

  #describeScope(block: DescribeBlock): Scope {
    if (block.parent === undefined) return this.file;
    let scope = this.#blocks.get(block);
    if (scope === undefined) {
      const declaration = this.#blockDeclarations.get(block) ?? null;
      scope = makeScope('describe', describeName(block), this.#describeScope(block.parent), block, declaration);
      this.#blocks.set(block, scope);
    }
    return scope;
  }

  #attemptOf(test: TestEntry): Scope {
    return makeScope('test', testName(test), this.#describeScope(test.parent), test, test.asyncError as Error);
  }

  #followConcurrentTests(root: DescribeBlock): void {
    for (const test of testsBelow(root)) {
      const body = test.fn;
      if (!test.concurrent || typeof body !== 'function') continue;
      const storage = (this.#storage ??= new AsyncLocalStorage<Context>());
      this.started.keepBody(test, body);
      const run = (args: unknown[], self: unknown): unknown => {
        const context = this.#bodyOf(this.#attemptOf(test), this.#testFile);
        this.started.note(context);
        if (this.#isExecuting) this.#overlapped.add(this.#context).add(context);
        this.#overlap(context);
        this.#open.add(context);
        this.#overlapping.push(context);
        this.#observer.beforeBody(context);
        return storage.run(context, () =>
          settle(
            () => Reflect.apply(body, self, args),
            () => this.#endConcurrent(context),
          ),
        );
      };
      // circus passes a done callback to functions that take an argument, so the wrapper has to keep the arity.
      test.fn = (
        body.length > 0
          ? function (this: unknown, done: unknown) {
              return run([done], this);
            }
          : function (this: unknown) {
              return run([], this);
            }
      ) as TestEntry['fn'];
    }
  }

  #endConcurrent(context: Context): void {
    this.#open.delete(context);
    this.#endSegment(context);
    this.#observer.afterBody(context, this.#overlapped.has(context));
    context.scope.ended = true;
    this.#endScope(context);
  }
}

function makeScope(
  type: Scope['type'],
  name: string | null,
  parent: Scope | null,
  identity: object,
  declaration: { stack?: string } | null,
): Scope {
  return { type, name, parent, identity, declaration, ended: false, marks: new Map() };
}

/** Calls `done` once after `work` returned, threw or settled, and passes its outcome on unchanged. */
function settle(work: () => unknown, done: () => void): unknown {
  let result: unknown;
  try {
    result = work();
  } catch (error) {
    done();
    throw error;
  }
  if (typeof (result as PromiseLike<unknown> | null | undefined)?.then !== 'function') {
    done();
    return result;
  }
  // Not `result.then(...)`: what the `then` of a mere thenable returns need be no promise.
  return Promise.resolve(result).then(
    (value) => {
      done();
      return value;
    },
    (error: unknown) => {
      done();
      throw error;
    },
  );
}
