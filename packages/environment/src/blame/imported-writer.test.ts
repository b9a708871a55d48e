import { ImportedWriter } from './imported-writer';
import type { ImportedWriterOptions } from './imported-writer';

function makeWriter(codes: Record<string, string>, tests: string[] | null = []) {
  const registry = new Map<string, unknown>(Object.keys(codes).map((key) => [key, {}]));
  const options: ImportedWriterOptions = {
    shape: { esmRegistry: () => registry, codeOf: (file) => codes[file] },
    isOfTests: (file) => file.endsWith('.test.mjs'),
    testCode: () => tests,
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
  const findWith = (tests: string[] | null) => makeWriter(codes, tests).writer.find(host('URL.x'));
  expect(findWith(null)).toBeNull();
  expect(findWith(['not code'])).toBeNull();
  for (const text of [
    'test("one", () => { URL.x = 2; });',
    'import url from "url"; url.URL.x = 2;',
    'import { Url } from "./src/url.js"; Url.x = 2;',
    'URL["x" + ""] = 2;',
    'const set = (object, name) => { object[name] = 2; };',
    'Object.assign(URL, given);',
    'globalThis.URL[name] = 2;',
    'function put(what) { what.x = 2; }',
  ])
    expect([text, findWith([text])]).toEqual([text, null]);
});

test('what tests write elsewhere is no hint', () => {
  const codes = { '/p/a.mjs': 'URL.x = 1;' };
  for (const text of [
    'URL.y = 2;',
    'import state from "./state.js"; state[name] = 2;',
    'Buffer.x = 2;',
    'import os from "os"; os.x = 2; os[name] = 2;',
    'const made = {}; made[name] = 2; made.x = 1;',
    'class A { constructor() { this.x = 1; } }',
    'const all = new Map(); each((key) => all.set(key, name));',
  ])
    expect([text, makeWriter(codes, [text]).writer.find(host('URL.x'))]).toEqual([text, '/p/a.mjs']);
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
  expect(writer.ofFrames(frames('/p/helper.cjs', '/p/a.mjs', '/p/b.mjs', 'node:internal/x'), null)).toBe('/p/b.mjs');
  expect(writer.ofFrames(frames('/p/a.mjs', '/p/d.test.mjs'), null)).toBeNull();
  expect(writer.ofFrames(frames('/p/helper.cjs'), null)).toBeNull();
});

test('while a test runs, as many calls are of a module as its top-level code has', () => {
  const { writer } = makeWriter({
    '/p/a.mjs': 'import { umask } from "node:process"; process.chdir("a"); umask(1); process.exitCode = 1;',
    '/p/b.mjs': 'export const go = () => process.chdir("b");',
  });
  const ask = (file: string, name: string) => writer.ofFrames([{ file, line: 1, column: 1 }], name);
  expect(ask('/p/a.mjs', 'process.chdir')).toBe('/p/a.mjs');
  expect(ask('/p/a.mjs', 'process.chdir')).toBeNull();
  expect(ask('/p/a.mjs', 'process.umask')).toBe('/p/a.mjs');
  expect(ask('/p/a.mjs', 'process.exitCode')).toBe('/p/a.mjs');
  expect(ask('/p/b.mjs', 'process.chdir')).toBeNull();
});

test('a test that has asked for a module waits below its evaluation', () => {
  const { writer } = makeWriter({ '/p/b.mjs': 'later.go("chdir");' });
  const ask = (...files: string[]) =>
    writer.ofFrames(
      files.map((file) => ({ file, line: 1, column: 1 })),
      'process.chdir',
    );
  const evaluation = 'node:internal/vm/module';
  expect(ask('/p/b.mjs', evaluation, '/p/d.test.mjs')).toBe('/p/b.mjs');
  expect(ask('/p/d.test.mjs', '/p/b.mjs', evaluation)).toBeNull();
  expect(ask('/p/b.mjs', '/p/d.test.mjs', evaluation)).toBeNull();
});
