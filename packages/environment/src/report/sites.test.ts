import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ledger } from '../ledger/ledger';
import type { ActFacts } from '../ledger/act';
import { relativePath } from '../site/file-paths';
import type { ActFrames, RawFrame } from '../site/frame';
import { SiteMapper } from '../site/source-maps';
import { actFacts } from '../testing/key-script';
import { inBody, makeSuite } from '../testing/scopes';
import { SiteFinder } from './sites';

const { adds } = makeSuite();
const frame = (file: string, line: number): RawFrame => ({ file, line, column: 3 });
const site = (file: string, line: number, column = 3) => ({ file, line, column });

/** A frame at line n stands at line n + 100 of the source. */
const mapper = { map: ({ file, line, column }: RawFrame) => site(relativePath('/p', file), line + 100, column) };
const finder = new SiteFinder(mapper as SiteMapper, (file) => relativePath('/p', file));

const act = (facts: Partial<ActFacts> = {}) => new Ledger().makeAct(actFacts({ context: inBody(adds), ...facts }));
const inDeclared = (stack: string) => ({ ...inBody(adds), declaration: { stack } });

const helper = frame('/p/test/helper.js', 4);
const owner = frame('/p/a.test.js', 9);
const frames: ActFrames = { site: helper, via: null, owner };

test('a call stands where it was made, and the owner where it was called from', () => {
  expect(finder.ofAct(act({ frames, siteIs: 'call' }), null)).toEqual({
    site: site('test/helper.js', 104),
    siteIs: 'call',
    via: null,
    ownerSite: site('a.test.js', 109),
  });
});

test('without a frame of the owner the site is the owner’s', () => {
  expect(finder.ofAct(act({ frames: { ...frames, owner: null } }), null).ownerSite).toEqual(
    site('test/helper.js', 104),
  );
});

test('a call inside a package has the nearest frame outside', () => {
  const packaged = { site: frame('/p/node_modules/a/i.js', 1), via: helper, owner };
  expect(finder.ofAct(act({ frames: packaged, siteIs: 'call' }), null)).toMatchObject({
    site: { file: 'node_modules/a/i.js' },
    via: site('test/helper.js', 104),
  });
});

test('a value stands where it was made, when no call is known', () => {
  const made = finder.ofAct(act({ siteIs: null }), { site: helper, via: null, owner });
  expect(made).toMatchObject({ site: site('test/helper.js', 104), siteIs: 'value' });
  expect(finder.ofAct(act({ frames, siteIs: 'call' }), { site: owner, via: null, owner })).toMatchObject({
    siteIs: 'call',
  });
});

test.each<[title: string, stack: string, place: ReturnType<typeof site>]>([
  [
    'in the owner file',
    'Error: x\n    at /p/lib/each.js:2:2\n    at Object.test (/p/a.test.js:7:5)',
    site('a.test.js', 7, 5),
  ],
  [
    'elsewhere, outside of packages',
    'Error\n    at f (/p/node_modules/e/i.js:1:1)\n    at /p/lib/each.js:2:2',
    site('lib/each.js', 2, 2),
  ],
  ['in an asynchronous frame', 'Error\n    at async /p/a.test.js:8:1', site('a.test.js', 8, 1)],
  ['nowhere that is known', 'Error: x\n    at node:internal:1:1', site('a.test.js', 1, 1)],
])('only the scope is known: its declaration stands %s', (_title, stack, place) => {
  expect(finder.ofAct(act({ context: inDeclared(stack) }), null)).toEqual({
    site: place,
    siteIs: 'scope',
    via: null,
    ownerSite: place,
  });
});

describe('a load stands', () => {
  let dir: string;
  beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'sites-'))));
  afterEach(() => rmSync(dir, { recursive: true }));

  test('nowhere, or at its frame', () => {
    expect(finder.ofLoad(null)).toBeNull();
    expect(finder.ofLoad(helper)).toEqual(site('test/helper.js', 104));
  });

  test.each([
    [`import './a.mjs';\nimport b from './b.mjs';\n`, 2],
    [`import b from "./b.mjs";\n`, 1],
    [`const name = './' + 'b.mjs';\nawait import(name);\n`, 1],
  ])('for a static import at the line that names it: %#', (source, line) => {
    const importer = join(dir, 'a.mjs');
    writeFileSync(importer, source);
    const local = new SiteFinder(mapper as SiteMapper, (file) => relativePath(dir, file));
    expect(local.ofLoad({ importer, request: './b.mjs' })).toEqual(site('a.mjs', line, 1));
  });

  test('at line 1 of an importer that is gone', () => {
    expect(finder.ofLoad({ importer: '/p/none.mjs', request: './b.mjs' })).toEqual(site('none.mjs', 1, 1));
  });
});
