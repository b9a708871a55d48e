import type { ExportPlaces } from '../contain/export-places';
import type { LateCode } from '../blame/late-code';
import { Faults } from '../faults';
import { Ledger } from '../ledger/ledger';
import type { Context, Scope } from '../scopes/scope';
import { ExportMutationsSurface } from '../surfaces/exports/export-mutations';
import { Requests } from '../surfaces/exports/requests';
import type { Instance } from '../surfaces/instances';
import { Spies } from '../surfaces/spies';
import { Watched } from '../surfaces/watched';
import { FakeShape } from './fake-shape';

/** The test file of an {@link ExportScript}. */
export const TEST_FILE = '/p/a.test.js';

/** One instance of a module of the project. */
export function makeInstance(path: string, scope: Scope, changes: Partial<Instance> = {}): Instance {
  return {
    path,
    scope,
    madeAt: 1,
    isolated: false,
    mock: false,
    decidedBy: [],
    loads: null,
    received: null,
    ...changes,
  };
}

/** The surface of exports over a fake runtime; `executing` is who loads and looks. */
export class ExportScript {
  readonly ledger = new Ledger();
  readonly faults = new Faults();
  readonly spies = new Spies();
  readonly shape = new FakeShape();
  /** The values of which it is known in whose code they were made. */
  readonly makers = new Map<unknown, Context>();
  readonly surface: ExportMutationsSurface;
  executing: Context;

  constructor(executing: Context, places: Partial<ExportPlaces> | null = null) {
    this.executing = executing;
    this.surface = new ExportMutationsSurface({
      shape: this.shape.asShape(),
      ledger: this.ledger,
      watched: new Watched('/p', { watch: ['**', '!**/node_modules/**'], watchPackages: [] }),
      faults: this.faults,
      entryFiles: new Set([TEST_FILE]),
      rootDir: '/p',
      globals: new WeakSet(),
      current: () => this.executing,
      late: { ofValue: (value: unknown) => this.makers.get(value) ?? null } as unknown as LateCode,
      spies: this.spies,
      select: ([site = null]) => ({ site, via: null, owner: null }),
      requests: new Requests(() => null),
      places: places as ExportPlaces | null,
    });
  }

  /** The executing code loads `/p/src/x.js`, or another file, and `from` is given what it exports. */
  load(exported: object, { from = TEST_FILE, isolated = false, path = '/p/src/x.js' } = {}): void {
    const instance = makeInstance(path, this.executing.scope, { isolated });
    this.surface.afterEvaluation({ exports: exported } as never, instance, this.executing);
    this.surface.afterRequire(from, exported);
  }

  /** The code in `context` has run. */
  ran(context: Context): void {
    this.executing = context;
    this.surface.look(context);
  }

  /** Who wrote an export of that module, or of another, and is still in place, first to last. */
  writers(path: string, name = 'src/x.js'): string[] {
    return this.ledger.writers(`export ${name}#${path} of 1`).map(({ scope }) => scope.name ?? scope.type);
  }
}
