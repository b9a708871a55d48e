import { ImportedWriter } from './imported-writer';
import type { ImportedWriterOptions } from './imported-writer';

function makeWriter(codes: Record<string, string>, assigned: string[] | null = []) {
  const registry = new Map<string, unknown>(Object.keys(codes).map((key) => [key, {}]));
  const options: ImportedWriterOptions = {
    shape: { esmRegistry: () => registry, codeOf: (file) => codes[file] },
    isOfTests: (file) => file.endsWith('.test.mjs'),
    assignedByTests: () => assigned,
  };
  return { registry, writer: new ImportedWriter(options) };
}

const core = (key: string) =>
  ({ kind: 'core-module-mutated', key, property: key.split('.').at(-1) as string }) as const;
const host = (key: string) => ({ ...core(key), kind: 'host-object-mutated' }) as const;

test('the module whose top-level code writes that property of that module, the last of several, each once', () => {
  const { writer } = makeWriter({
    '/p/a.mjs': 'import fs from "fs"; fs.x = 1;',
    '/p/b.mjs': 'import fs from "node:fs/promises"; fs.x = 1;',
    '/p/c.mjs': 'import fs from "os"; fs.x = 1;',
    '/p/d.test.mjs': 'import fs from "fs"; fs.x = 1;',
  });
  expect(writer.find(core('fs.x'))).toBe('/p/b.mjs');
  expect(writer.find(core('fs.x'))).toBe('/p/a.mjs');
  expect(writer.find(core('fs.x'))).toBeNull();
  expect(writer.find(core('fs.y'))).toBeNull();
  expect(writer.find(core('path.x'))).toBeNull();
});

test('a global is reached by its name or through a core module, not through any other object', () => {
  const { writer } = makeWriter({
    '/p/a.mjs': 'performance.x = 1;',
    '/p/b.mjs': 'import { performance as p } from "perf_hooks"; p.y = 1;',
    '/p/c.mjs': 'import state from "./state.js"; state.z = 1;',
  });
  expect(writer.find(host('performance.x'))).toBe('/p/a.mjs');
  expect(writer.find(host('performance.y'))).toBe('/p/b.mjs');
  expect(writer.find(host('performance.z'))).toBeNull();
});

test('what tests may have written themselves is not the module’s', () => {
  const codes = { '/p/a.mjs': 'URL.x = 1;' };
  expect(makeWriter(codes, ['x']).writer.find(host('URL.x'))).toBeNull();
  expect(makeWriter(codes, null).writer.find(host('URL.x'))).toBeNull();
  expect(makeWriter(codes, ['y']).writer.find(host('URL.x'))).toBe('/p/a.mjs');
});

test('what was kept is known after Jest has forgotten it', () => {
  const { registry, writer } = makeWriter({ '/p/a.mjs': 'URL.x = 1;' });
  writer.keep();
  registry.clear();
  expect(writer.find(host('URL.x'))).toBe('/p/a.mjs');
});

test('a call without a frame of the tests was made by the module with the outermost frame', () => {
  const { writer } = makeWriter({ '/p/a.mjs': '', '/p/b.mjs': '' });
  const frames = (...files: string[]) => files.map((file) => ({ file, line: 1, column: 1 }));
  expect(writer.ofFrames(frames('/p/helper.cjs', '/p/a.mjs', '/p/b.mjs', 'node:internal/x'))).toBe('/p/b.mjs');
  expect(writer.ofFrames(frames('/p/a.mjs', '/p/d.test.mjs'))).toBeNull();
  expect(writer.ofFrames(frames('/p/helper.cjs'))).toBeNull();
});
