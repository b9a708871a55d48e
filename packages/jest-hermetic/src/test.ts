import type { Kind } from '@jest-hermetic/leak-record';

// This file runs inside the sandbox, so it loads nothing: what it needs, the environment has put on the global object.

/** A leak that may stay. */
export interface AllowedLeak {
  kind: Kind;
  /** As the report names it (`src/config.js`, `fs.readFileSync`); left out, every key of the kind. */
  key?: string;
  /** Why it may stay: shown in the report. */
  reason: string;
}

/** What the environment offers; see `TestBridge` there. */
interface Bridge {
  whyNotFresh(): string | null;
  beginFresh(patterns: readonly string[] | null): () => void;
  allowLeak(rule: AllowedLeak): void;
}

/**
 * Runs `fn` with fresh modules and afterwards puts everything back: the module registry, mock registrations, and the
 * exports of the modules that stay. What was loaded inside is dropped. Its use is never a leak.
 *
 * Without `modules` nothing that was loaded is there inside. With `modules` only those are fresh, and everything that
 * loads them: names of packages, and globs on paths relative to rootDir (a leading `!` takes out).
 *
 * Returns what `fn` returns. When that is a promise, await it: everything is put back once it settles.
 *
 * @throws whatever `fn` throws, after everything was put back; an Error outside of the environment of jest-hermetic
 */
export function freshModules<T>(fn: () => T): T;
export function freshModules<T>(modules: string | readonly string[], fn: () => T): T;
export function freshModules<T>(modulesOrFn: string | readonly string[] | (() => T), fn?: () => T): T {
  const body = typeof modulesOrFn === 'function' ? modulesOrFn : fn;
  const patterns = typeof modulesOrFn === 'function' ? null : patternsIn(modulesOrFn);
  if (typeof body !== 'function') {
    throw new TypeError('freshModules() needs a function to run. Write freshModules(() => { ... }).');
  }
  const bridge = findBridge();
  if (bridge === null) {
    throw new Error(
      'freshModules() works only in the environment of jest-hermetic, and this file runs in another one. ' +
        "Set testEnvironment: 'jest-hermetic' in the config, or begin the file with /** @jest-environment jest-hermetic */.",
    );
  }
  const why = bridge.whyNotFresh();
  if (why !== null) throw new Error(`freshModules() cannot work with this version of Jest: ${why}.`);
  return runUntil(body, bridge.beginFresh(patterns));
}

/**
 * Lets a leak of the calling scope stay: the test, the describe block or the file whose code or hook calls it, and all
 * that is inside. It is still reported, as allowed, and fails neither a test nor the run.
 *
 * Outside of the environment of jest-hermetic it does nothing.
 */
export function allowLeak(leak: AllowedLeak): void {
  findBridge()?.allowLeak(leak);
}

/** Calls `end` once `body` has returned, thrown or settled, and passes its outcome on. */
function runUntil<T>(body: () => T, end: () => void): T {
  let result: T;
  try {
    result = body();
  } catch (error) {
    end();
    throw error;
  }
  if (typeof (result as PromiseLike<unknown> | null | undefined)?.then !== 'function') {
    end();
    return result;
  }
  // Not the `then` of the result: what that of a mere thenable returns need be no promise.
  return Promise.resolve(result).then(
    (value) => {
      end();
      return value;
    },
    (error: unknown) => {
      end();
      throw error;
    },
  ) as T;
}

function findBridge(): Bridge | null {
  return (globalThis as { [key: symbol]: Bridge | undefined })[Symbol.for('jest-hermetic.test')] ?? null;
}

function patternsIn(modules: unknown): readonly string[] {
  const patterns: unknown[] = Array.isArray(modules) ? modules : [modules];
  for (const pattern of patterns) {
    if (typeof pattern !== 'string' || pattern === '') {
      throw new TypeError(
        'freshModules() takes names of packages and globs as strings. Write freshModules(["src/config.js"], () => { ... }).',
      );
    }
    if (/^!?\.{1,2}\//.test(pattern)) {
      throw new TypeError(
        `freshModules() reads "${pattern}" as relative to rootDir, not to this file, so it matches nothing. ` +
          'Write the path from rootDir ("src/config.js"), or "**/config.js".',
      );
    }
  }
  return patterns as string[];
}
