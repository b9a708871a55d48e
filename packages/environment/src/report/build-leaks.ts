import { compareStrings, strongerGrade } from '@jest-hermetic/leak-record';
import type { FoundLeak, LeakScope, Receipt } from '@jest-hermetic/leak-record';
import { chooseRecipe, howWritten } from '@jest-hermetic/recipes';
import type { Act } from '../ledger/act';
import type { Context } from '../scopes/scope';
import { packageOf } from '../site/file-paths';
import { describeSlot, describeState } from './describe-value';
import type { Made } from './made-at';
import type { SiteFinder } from './sites';

/** What the report needs to know about the file. */
export interface LeakBuilderOptions {
  /** The test file, as reported. */
  readonly testPath: string;
  readonly relative: (file: string) => string;
  readonly sites: SiteFinder;
  readonly made: ReadonlyMap<Act, Made>;
  /** The reason of the opt-out that covers an act, or null. */
  readonly allowedBecause: (act: Act) => string | null;
  /** Why `contain` could not put back what an act left; null where it could, or was off. */
  readonly whyStays?: (act: Act) => string | null;
}

/** The leaks of one file from its graded acts: one per (owner, kind, key, site) and for what is allowed, with every scope that leaked there. */
export function buildLeaks(acts: readonly Act[], options: LeakBuilderOptions): FoundLeak[] {
  const leaks = new Map<string, FoundLeak>();
  for (const act of acts) {
    if (isBookkeeping(act, options.made.get(act))) continue;
    const leak = buildLeak(act, options);
    // A line that leaks in several scopes may be allowed in some; the reader of the records makes one leak of it again.
    const identity = JSON.stringify([leak.owner, leak.kind, leak.key, leak.site, leak.allowed !== null]);
    const known = leaks.get(identity);
    if (known === undefined) leaks.set(identity, leak);
    else mergeInto(known, leak);
  }
  return [...leaks.values()];
}

/** A package that patches host state once is not at fault; one that installs a layer on its own layer is. */
function isBookkeeping(act: Act, made: Made | undefined): boolean {
  if (act.kind === 'module-purged' || act.kind === 'mock-registered') return false;
  const byPackage = made?.byPackage ?? (made === undefined ? packageOf(act.context.ownerFile) : null);
  return byPackage !== null && made?.stacked !== true;
}

function buildLeak(act: Act, options: LeakBuilderOptions): FoundLeak {
  const made = options.made.get(act);
  const { site, siteIs, via, ownerSite } = options.sites.ofAct(act, made?.at ?? null);
  const byPackage = made?.stacked === true ? made.byPackage : packageOf(act.context.ownerFile);
  const owner = byPackage === null ? options.relative(act.context.ownerFile) : `node_modules/${byPackage}`;
  const leak: Omit<FoundLeak, 'recipe'> = {
    owner,
    kind: act.kind,
    key: act.key,
    grade: act.grade ?? 'latent',
    site,
    siteIs,
    via,
    call: act.call,
    virtual: act.virtual,
    module: act.module,
    scopes: [
      byPackage === null
        ? scopeOf(act, ownerSite, options)
        : { ...scopeOf(act, ownerSite, options), type: 'file', name: null, hook: null },
    ],
    candidates: candidatesOf(act),
    modules: [...act.modules]
      .map(([path, effect]) => ({ path, effect }))
      .sort((a, b) => compareStrings(a.path, b.path)),
    was: act.value === null ? null : render(act, act.value.before),
    is: act.value === null ? null : render(act, act.value.after),
    allowed: options.allowedBecause(act),
  };
  const { hook } = act.context;
  const stays = options.whyStays?.(act) ?? null;
  return {
    ...leak,
    ...(stays === null ? {} : { stays }),
    recipe: chooseRecipe(leak, { ...hintsOf(act), cleanupHook: hook === 'afterEach' || hook === 'afterAll' }),
  };
}

function candidatesOf({ candidates = [] }: Act): string[] {
  return [...new Set(candidates.map(({ scope }) => scope.name ?? 'top-level code'))];
}

function hintsOf(act: Act): {
  overTopLevel: boolean;
  spy: boolean;
  insideIsolate: boolean;
  slot?: ReturnType<typeof howWritten>;
} {
  const { overTopLevel = false, spy = false, insideIsolate = false } = act.hints;
  if (act.value === null || act.kind === 'process-state') return { overTopLevel, spy, insideIsolate };
  const { before, after } = act.value as {
    before: PropertyDescriptor | undefined;
    after: PropertyDescriptor | undefined;
  };
  return { overTopLevel, spy, insideIsolate, slot: howWritten(before, after) };
}

/** Titles repeat; the circus entry behind a reported scope does not. */
const entries = new WeakMap<LeakScope, object>();

/** The circus entry (test or describe block) that a scope of {@link buildLeaks} stands for. */
export function entryOfScope(scope: LeakScope): object | undefined {
  return entries.get(scope);
}

function scopeOf(act: Act, ownerSite: LeakScope['ownerSite'], options: LeakBuilderOptions): LeakScope {
  const { scope, hook } = act.context;
  const reported: LeakScope = {
    type: scope.type,
    name: scope.name,
    hook,
    ownerSite,
    escapedTo: act.escapedTo === null ? null : { test: nameOfTest(act.escapedTo), file: options.testPath },
    observedBy: act.receipts.map(({ context, from, sameTestRetry }): Receipt => {
      const inHook = context.hook !== null;
      return {
        test: inHook ? null : nameOfTest(context),
        describe: inHook && context.scope.type === 'describe' ? context.scope.name : null,
        hook: context.hook,
        sameTestRetry,
        file: options.testPath,
        from: options.sites.ofLoad(from),
      };
    }),
  };
  entries.set(reported, scope.identity);
  return reported;
}

function nameOfTest(context: Context): string {
  return (context.test ?? context.scope).name ?? '';
}

function render(act: Act, side: unknown): string {
  if (act.kind !== 'process-state') return describeSlot(side as PropertyDescriptor | undefined);
  return describeState(act.key, side);
}

function mergeInto(known: FoundLeak, other: FoundLeak): void {
  known.grade = strongerGrade(known.grade, other.grade);
  if (known.stays === undefined && other.stays !== undefined) known.stays = other.stays;
  for (const { path, effect } of other.modules) {
    const same = known.modules.find((module) => module.path === path);
    if (same === undefined) known.modules.push({ path, effect });
    else if (effect === 'replaced') same.effect = effect;
  }
  for (const scope of other.scopes) {
    const same = known.scopes.find(
      (earlier) =>
        entries.get(earlier) === entries.get(scope) && earlier.name === scope.name && earlier.hook === scope.hook,
    );
    if (same === undefined) {
      known.scopes.push(scope);
      continue;
    }
    same.escapedTo ??= scope.escapedTo;
    const seen = new Set(same.observedBy.map((receipt) => JSON.stringify(receipt)));
    same.observedBy.push(...scope.observedBy.filter((receipt) => !seen.has(JSON.stringify(receipt))));
  }
}
