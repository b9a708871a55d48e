import type { RuntimeShape } from '../runtime/shape';
import { LoadGraph } from './load-graph';
import { FreshModules } from './fresh-modules';

/** The part of a shape that this needs, over plain Maps; nothing is ever loaded through it. */
function setup() {
  const registry = new Map<string, unknown>();
  const mocks = new Map<string, unknown>();
  const resets: (() => void)[] = [];
  const restored: boolean[] = [];
  const shape = {
    registries: () => ({ cjs: [registry], esm: [], mocks: [mocks] }),
    saveLoadState: () => {
      const saved = [...registry];
      return {
        restore(wasReset: boolean) {
          restored.push(wasReset);
          registry.clear();
          for (const [path, module] of saved) registry.set(path, module);
        },
      };
    },
    hookResetModules: (before: () => void) => resets.push(before),
    hookRequireModuleOrMock() {},
    hookRequireActual() {},
    hookRequireMock() {},
    hookImport() {},
    hookImportGraph() {},
    hookCoreModule() {},
  } as unknown as RuntimeShape;
  const notes: string[] = [];
  const fresh = new FreshModules({
    shape,
    entryFiles: new Set(['/p/a.test.js']),
    rootDir: '/p',
    graph: new LoadGraph(shape),
    foreign: { globals: new WeakSet(), cores: new Set() },
    onPurged: (whole) => {
      notes.push(whole ? 'whole' : 'part');
      return () => notes.push('back');
    },
  });
  for (const path of ['/p/a.test.js', '/p/x.js', '/p/y.js']) {
    registry.set(path, { loaded: true, exports: { path } });
  }
  return { fresh, registry, mocks, notes, restored, reset: () => resets.forEach((before) => before()) };
}

test('a pattern is of use when a module that was there before or is loaded inside has it, in any call', () => {
  const { fresh, registry } = setup();
  const place = (line: number) => () => ({ file: 'a.test.js', line });
  fresh.begin(['x.js', '!none.js', 'never.js'], place(1))();
  fresh.begin(['inside.js', 'later.js'], place(2))();
  expect(fresh.unmatched().map(({ pattern }) => pattern)).toEqual(['never.js', 'inside.js', 'later.js']);
  const end = fresh.begin(['inside.js', 'never.js'], place(3));
  registry.set('/p/inside.js', {});
  end();
  registry.set('/p/later.js', {});
  expect(fresh.unmatched()).toEqual([
    { pattern: 'never.js', site: { file: 'a.test.js', line: 1 } },
    { pattern: 'later.js', site: { file: 'a.test.js', line: 2 } },
  ]);
  fresh.begin(null)();
  expect(fresh.unmatched()).toHaveLength(2);
});

test('takes all modules away but those that Jest itself runs, and puts them back', () => {
  const { fresh, registry, notes } = setup();
  const before = [...registry];
  const end = fresh.begin(null);
  expect([...registry.keys()]).toEqual(['/p/a.test.js']);
  expect(fresh.isOpen).toBe(true);
  registry.set('/p/inside.js', {});
  end();
  expect([...registry]).toEqual(before);
  expect(fresh.isOpen).toBe(false);
  expect(notes).toEqual(['whole', 'back']);
});

test('takes away what the patterns match', () => {
  const { fresh, registry, notes } = setup();
  const end = fresh.begin(['x.js']);
  expect([...registry.keys()]).toEqual(['/p/a.test.js', '/p/y.js']);
  end();
  expect(notes).toEqual(['part', 'back']);
});

test('exports are put back once the registry is', () => {
  const { fresh, registry } = setup();
  const { exports } = registry.get('/p/x.js') as { exports: Record<string, unknown> };
  const end = fresh.begin(null);
  exports['path'] = 'written';
  end();
  expect(exports).toEqual({ path: '/p/x.js' });
});

test('a second end does nothing', () => {
  const { fresh, registry } = setup();
  const end = fresh.begin(null);
  end();
  registry.set('/p/later.js', {});
  end();
  expect(registry.has('/p/later.js')).toBe(true);
});

test('blocks that overlap end together', () => {
  const { fresh, registry, restored } = setup();
  const before = [...registry];
  const endFirst = fresh.begin(null);
  registry.set('/p/first.js', {});
  const endSecond = fresh.begin(null);
  endFirst();
  expect(restored).toEqual([]);
  expect(fresh.isOpen).toBe(true);
  endSecond();
  expect([...registry]).toEqual(before);
});

test('tells whether the registry was reset meanwhile', () => {
  const { fresh, restored, reset } = setup();
  const endOuter = fresh.begin(null);
  fresh.begin(null)();
  reset();
  endOuter();
  expect(restored).toEqual([false, true]);
});

test('knows the registrations of all open blocks, and forgets them with their block', () => {
  const { fresh } = setup();
  fresh.noteRegistered('outside');
  const endOuter = fresh.begin(null);
  fresh.noteRegistered('outer');
  const endInner = fresh.begin(null);
  fresh.noteRegistered('inner');
  const known = () => ['outside', 'outer', 'inner'].filter((key) => fresh.hasRegistered(key));
  expect(known()).toEqual(['outer', 'inner']);
  endInner();
  expect(known()).toEqual(['outer']);
  endOuter();
  expect(known()).toEqual([]);
});
