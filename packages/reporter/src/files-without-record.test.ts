import { classifyFilesWithoutRecord } from './files-without-record';

const ran = (path: string, execError: string | null = null) => ({ path, execError, project: 'p' });
const sources: Record<string, string> = {
  dom: '/**\n * @jest-environment jsdom\n */',
  shebang: '#!/usr/bin/env node\n/** @jest-environment node */',
  late: "test('x', () => {});\n/** @jest-environment jsdom */",
};
const classify = (path: string, execError: string | null = null, broken = 0) =>
  classifyFilesWithoutRecord(
    [ran('seen'), ran(path, execError)],
    new Set(['seen']),
    broken,
    (file) => sources[file] ?? null,
  )[0];

test.each([
  [classify('dom'), 'unguarded', 'it ran under another environment (@jest-environment jsdom)'],
  [classify('dom', null, 1), 'unguarded', 'it ran under another environment (@jest-environment jsdom)'],
  [classify('shebang'), 'unguarded', 'it ran under another environment (@jest-environment node)'],
  [classify('late'), 'unguarded', 'it ran under another environment'],
  [classify('plain', null, 1), 'missing', 'its record could not be read'],
  [classify('plain', 'out of memory'), 'missing', 'it could not be run to its end: out of memory'],
])('%j', (file, status, because) => {
  expect(file).toMatchObject({ status, because });
});
