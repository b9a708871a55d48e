import type { Act } from '../../ledger/act';
import type { RawFrame } from '../../site/frame';
import { countsForOthers, judgeExportActs, type ExportKnowledge } from './judge-act';
import { Requests } from './requests';
import { TestSide } from './test-side';

const act = (after: PropertyDescriptor | undefined): Act =>
  ({ call: null, value: { before: { value: 1 }, after } }) as unknown as Act;

const knowing = (known: Act | null): ExportKnowledge => ({
  requests: new Requests(() => null),
  testSide: new TestSide(new Set(), '/p'),
  filled: new Set(),
  factsOf: (one) => (one === known ? { path: '/p/src/x.js', property: null, json: false, ownLoad: true } : undefined),
});

test('what a scope does to its own module counts for others as it would from their side', () => {
  const deleted = act(undefined);
  const counter = act({ value: 2 });
  expect(countsForOthers(deleted, undefined, knowing(deleted))).toBe(true);
  expect(countsForOthers(counter, undefined, knowing(counter))).toBe(false);
});

test('an act of another surface does not count', () => {
  expect(countsForOthers(act(undefined), undefined, knowing(null))).toBe(false);
});

describe('a value on exports, by where it was made', () => {
  const [value, call] = [() => {}, null];
  const judge = (file: string | null, path: string, required: [string, string][] = []): string | null => {
    const made = { call, value: { before: { value: 1 }, after: { value } }, grade: 'escaped' } as unknown as Act;
    const requests = new Requests((_from, request) => request);
    for (const [from, request] of required) requests.noteRequire(from, request);
    const knowledge: ExportKnowledge = {
      requests,
      testSide: new TestSide(new Set(['/p/a.test.js']), '/p'),
      filled: new Set(),
      factsOf: () => ({ path, property: null, json: false, ownLoad: false }),
    };
    const site: RawFrame | null = file === null ? null : { file, line: 1, column: 1 };
    const at = { site, via: null, owner: null };
    const { acts } = judgeExportActs([made], new Map([[made, { at, byPackage: null, stacked: false }]]), knowledge);
    return acts[0]?.grade ?? null;
  };

  test.each<[title: string, file: string | null, path: string, required: [string, string][], grade: string | null]>([
    ['nobody knows where', null, '/p/src/x.js', [], 'latent'],
    ['the test file', '/p/a.test.js', '/p/src/x.js', [], 'escaped'],
    ['the module itself', '/p/src/x.js', '/p/src/x.js', [], null],
    ['the module itself, a helper of tests', '/p/test/x.js', '/p/test/x.js', [], null],
    ['its own package', '/p/node_modules/kit/b.js', '/p/node_modules/kit/a.js', [], null],
    ['another package', '/p/node_modules/other/b.js', '/p/node_modules/kit/a.js', [], 'latent'],
    ['what it requires', '/p/src/y.js', '/p/src/x.js', [['/p/src/x.js', '/p/src/y.js']], null],
    [
      'what it requires through a file of the tests',
      '/p/src/y.js',
      '/p/src/x.js',
      [
        ['/p/src/x.js', '/p/a.test.js'],
        ['/p/a.test.js', '/p/src/y.js'],
      ],
      'latent',
    ],
  ])('%s: %#', (_title, file, path, required, grade) => {
    expect(judge(file, path, required)).toBe(grade);
  });

  test('acts of other surfaces stay as they are', () => {
    const act = { grade: 'escaped' } as Act;
    expect(judgeExportActs([act], new Map(), knowing(null)).acts).toEqual([act]);
  });
});
