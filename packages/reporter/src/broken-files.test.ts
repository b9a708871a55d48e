import { causesOfBrokenFiles } from './broken-files';
import { sampleLeak, sampleRecord } from './testing/samples';

const OFF: ReadonlySet<string> = new Set(['p']);
const leak = sampleLeak({ owner: 'a.js', kind: 'core-module-mutated', key: 'fs.readFileSync' });
const ranFile = (path: string, execError: string | null = null) => ({ path, execError, project: 'p' });
const RAN = [ranFile('a.js'), ranFile('b.js', 'x is not defined'), ranFile('c.js', 'x is not defined')];
const record = (path: string, ordinal: number, changes = {}) => sampleRecord({ path, ordinal, ...changes });
const records = (leaks = [leak]) => [record('a.js', 0, { leaks }), record('b.js', 1), record('c.js', 2)];

test('files that could not be run, and what was left before them in their worker', () => {
  expect(causesOfBrokenFiles(records(), RAN, OFF)).toEqual([
    "b.js, c.js could not be run (x is not defined): before, in the same worker, fs.readFileSync of a.js leaked, which Jest and its transforms use as well. Mend that first; contain: 'file' keeps such a change within its file.",
  ]);
});

test('what was put back is no cause, and what could not be is', () => {
  expect(causesOfBrokenFiles(records(), RAN, new Set())).toEqual([]);
  expect(causesOfBrokenFiles(records([{ ...leak, stays: 'it was locked' }]), RAN, new Set())).toHaveLength(1);
});

test.each([
  ['all files ran', records(), [ranFile('a.js'), ranFile('b.js'), ranFile('c.js')]],
  ['the leak ended with its file', records([sampleLeak({ kind: 'export-mutated' })]), RAN],
  ['it ran in another worker', [record('a.js', 0, { leaks: [leak], worker: '2-0' }), record('b.js', 1)], RAN],
  ['it ran later', [record('b.js', 0), record('a.js', 1, { leaks: [leak] }), record('c.js', 0)], RAN],
  ['the broken file left no record', [record('a.js', 0, { leaks: [leak] })], RAN],
])('nothing is a cause: %s', (_why, found, ran) => {
  expect(causesOfBrokenFiles(found, ran, OFF)).toEqual([]);
});

test('a long list is cut', () => {
  const leaks = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...leak, key: `fs.${name}` }));
  expect(causesOfBrokenFiles(records(leaks), RAN, OFF)[0]).toContain(
    'fs.a of a.js, fs.b of a.js, fs.c of a.js and 2 more leaked',
  );
});
