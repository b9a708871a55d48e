import { classifyFilesWithoutRecord } from './files-without-record';

const ran = (path: string, execError: string | null = null, project = 'p') => ({ path, execError, project });
const sources: Record<string, string> = {
  dom: '/**\n * @jest-environment jsdom\n */',
  shebang: '#!/usr/bin/env node\n/** @jest-environment node */',
  late: "test('x', () => {});\n/** @jest-environment jsdom */",
  ours: '/** @jest-environment jest-hermetic/jsdom */',
};
const classify = (path: string, execError: string | null = null, broken = 0, seen = [ran('seen', null, 'other')]) =>
  classifyFilesWithoutRecord(
    [...seen, ran(path, execError)],
    new Set(['seen']),
    broken,
    (file) => sources[file] ?? null,
  ).at(-1);
const beside = [ran('seen')];

test.each([
  [classify('dom'), 'unguarded', 'it ran under another environment (@jest-environment jsdom)'],
  [classify('dom', null, 1, beside), 'unguarded', 'it ran under another environment (@jest-environment jsdom)'],
  [classify('shebang'), 'unguarded', 'it ran under another environment (@jest-environment node)'],
  [classify('late'), 'unguarded', 'it ran under another environment'],
  [classify('late', null, 0, beside), 'missing', 'its record is not there'],
  [classify('plain'), 'unguarded', 'it ran under another environment'],
  [classify('plain', null, 0, beside), 'missing', 'its record is not there'],
  [classify('plain', null, 0, [...beside, ran('seen', null, 'q')]), 'unguarded', 'it ran under another environment'],
  [classify('ours'), 'missing', 'its record is not there'],
  [classify('plain', null, 1), 'missing', 'its record could not be read'],
  [classify('plain', 'out of memory'), 'missing', 'it could not be run to its end: out of memory'],
])('%j', (file, status, because) => {
  expect(file).toMatchObject({ status, because });
});
