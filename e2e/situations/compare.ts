import type { FoundLeak, LeakScope, Receipt, Site } from '@jest-hermetic/leak-record';
import { lineOf } from './place';
import type { ExpectedLeak, ExpectedReceipt, ExpectedScope, Situation } from './situation';

/** A leak, or an expectation of one, in the words of the table: only what the expectation mentions. */
export type View = Record<string, unknown>;

/** A suite in a folder of a project, and the leaks that it has. */
export type Compared = Pick<Situation, 'name' | 'files' | 'leaks' | 'latentToo'> & {
  /** Where its files lie in the project. */
  folder: string;
};

/** What is expected and what was found, in the same words: equal when the situation holds. */
export function compareLeaks(situation: Compared, leaks: FoundLeak[]): { expected: View[]; found: View[] } {
  const rest = leaks.filter((leak) => belongsTo(situation, leak));
  const pairs = situation.leaks.map((wanted) => {
    const same = rest.filter((leak) => isSameLeak(situation, wanted, leak));
    const leak = same.find(({ site }) => placeOf(site, situation) === lineOf(wanted.at, situation)) ?? same[0];
    if (leak) rest.splice(rest.indexOf(leak), 1);
    return { wanted, leak };
  });
  const extra = situation.latentToo ? rest.filter(({ grade }) => grade !== 'latent') : rest;
  return {
    expected: pairs.map(({ wanted }) => viewOfExpected(situation, wanted)),
    found: [
      ...pairs.flatMap(({ wanted, leak }) => (leak ? [viewOfFound(situation, leak, wanted)] : [])),
      ...extra.map((leak) => viewOfFound(situation, leak, { scopes: leak.scopes.map(() => ({})) })),
    ],
  };
}

/** Whether a leak of the report has to do with the situation: its owner, its site or its key lies in the folder. */
export function belongsTo({ folder }: Compared, { owner, site, key }: FoundLeak): boolean {
  return [owner, site?.file ?? '', key].some((path) => path.startsWith(`${folder}/`));
}

function isSameLeak(situation: Compared, wanted: ExpectedLeak, { owner, kind, key }: FoundLeak): boolean {
  return (
    local(owner, situation) === (wanted.owner ?? './a.test.js') &&
    kind === wanted.kind &&
    local(key, situation) === wanted.key
  );
}

function viewOfExpected(situation: Compared, wanted: ExpectedLeak): View {
  return {
    ...wanted,
    owner: wanted.owner ?? './a.test.js',
    at: lineOf(wanted.at, situation),
    ...(wanted.via && { via: lineOf(wanted.via, situation) }),
    ...(wanted.scopes && {
      scopes: wanted.scopes.map((scope) => ({
        ...scope,
        ...(scope.ownerAt && { ownerAt: lineOf(scope.ownerAt, situation) }),
        ...(scope.observedBy && {
          observedBy: scope.observedBy.map((receipt) => ({
            ...receipt,
            ...(receipt.from && { from: lineOf(receipt.from, situation) }),
          })),
        }),
      })),
    }),
  };
}

function viewOfFound(
  situation: Compared,
  leak: FoundLeak,
  wanted: Partial<Omit<ExpectedLeak, 'scopes'>> & { scopes?: Partial<ExpectedScope>[] },
): View {
  const { owner, kind, key, grade, site, siteIs, call, via, virtual, module, candidates } = leak;
  return {
    owner: local(owner, situation),
    kind,
    key: local(key, situation),
    grade,
    at: placeOf(site, situation),
    ...pick(wanted, { siteIs, call, virtual, module, candidates, via: placeOf(via, situation) }),
    ...pick(wanted, {
      modules: leak.modules.map(({ path, effect }) => ({ path: local(path, situation), effect })),
      scopes: leak.scopes.map((scope, index) => viewOfScope(situation, scope, wanted.scopes?.[index] ?? {})),
    }),
  };
}

function viewOfScope(situation: Compared, scope: LeakScope, wanted: Partial<ExpectedScope>): View {
  const { type, name, hook, ownerSite, escapedTo, observedBy } = scope;
  return {
    type,
    name,
    hook,
    ...pick(wanted, {
      ownerAt: placeOf(ownerSite, situation),
      escapedTo: escapedTo?.test ?? null,
      observedBy: observedBy.map((receipt, index) => viewOfReceipt(situation, receipt, wanted.observedBy?.[index])),
    }),
  };
}

function viewOfReceipt(situation: Compared, receipt: Receipt, wanted: ExpectedReceipt | undefined): View {
  const { test, describe, hook, sameTestRetry, from } = receipt;
  return { test, describe, hook, sameTestRetry, ...pick(wanted ?? {}, { from: placeOf(from, situation) }) };
}

function pick(wanted: object, view: View): View {
  return Object.fromEntries(Object.entries(view).filter(([name]) => name in wanted));
}

function placeOf(site: Site | null, situation: Compared): string | null {
  return site && `${local(site.file, situation)}:${site.line}`;
}

function local(path: string, { folder }: Compared): string {
  return path.startsWith(`${folder}/`) ? `.${path.slice(folder.length)}` : path;
}
