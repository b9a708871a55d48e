import { boolean, list, nullable, oneOf, optional, shape, string, text, whole, type ChecksOf } from './checks';
import { GRADES, KINDS } from './kinds';
import type { Advice, FoundLeak, HookKind, LeakScope, ModuleEffect, Receipt, Site, SiteIs } from './leak';

const site = nullable(shape<Site>({ file: text, line: whole(1), column: whole(1) }));
const hook = nullable(oneOf(['beforeAll', 'beforeEach', 'afterEach', 'afterAll'] satisfies HookKind[]));

const receipt = shape<Receipt>({
  test: nullable(string),
  describe: nullable(string),
  hook,
  sameTestRetry: boolean,
  file: text,
  from: site,
});

const scope = shape<LeakScope>({
  type: oneOf(['test', 'describe', 'file'] satisfies LeakScope['type'][]),
  name: nullable(string),
  hook,
  ownerSite: site,
  escapedTo: nullable(shape<NonNullable<LeakScope['escapedTo']>>({ test: string, file: text })),
  observedBy: list(receipt),
});

/** What holds for every property of a leak, in a record and in a report. */
export const leakChecks: ChecksOf<FoundLeak> = {
  owner: text,
  kind: oneOf(KINDS),
  key: text,
  grade: oneOf(GRADES),
  site,
  siteIs: oneOf(['call', 'value', 'scope', 'write'] satisfies SiteIs[]),
  via: site,
  call: nullable(string),
  virtual: boolean,
  module: nullable(oneOf(['cjs', 'esm'] satisfies NonNullable<FoundLeak['module']>[])),
  scopes: list(scope),
  candidates: list(string),
  modules: list(
    shape<ModuleEffect>({
      path: text,
      effect: oneOf(['added', 'removed', 'replaced'] satisfies ModuleEffect['effect'][]),
    }),
  ),
  was: nullable(string),
  is: nullable(string),
  allowed: nullable(string),
  stays: optional(string),
  recipe: text,
};

/** What holds for one piece of advice. */
export const advice = shape<Advice>({
  kind: oneOf(['require-cache-ineffective'] satisfies Advice['kind'][]),
  owner: text,
  key: text,
  site,
  instead: text,
});

/** How much a file had under watch. */
export const watched = shape<{ modules: number; acts: number }>({ modules: whole(0), acts: whole(0) });
