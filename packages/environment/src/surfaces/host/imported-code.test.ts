import { ImportedCode } from './imported-code';

const codes: Record<string, string> = {
  '/p/a.mjs': 'import { createRequire } from "node:module";',
  '/p/c.mjs': 'class Store { _cache = new Map(); }',
  '/p/b.mjs': 'import Module from "node:module"; Module._extensions[".x"] = () => {};',
};

function shapeOf(...keys: string[]) {
  const registry = new Map<string, unknown>(keys.map((key) => [key, {}]));
  return { registry, shape: { esmRegistry: () => registry, codeOf: (file: string) => codes[file] } };
}

test('some ES module names what is watched, one that is imported later too', () => {
  const code = new ImportedCode();
  const { registry, shape } = shapeOf('/p/a.mjs', 'node:module', '/p/data.json', '/p/c.mjs');
  expect(code.mayChangeLoader(shape)).toBe(false);
  registry.set('/p/b.mjs', {});
  expect(code.mayChangeLoader(shape)).toBe(true);
  registry.clear();
  expect(code.mayChangeLoader(shape)).toBe(true);
});

test('what is not known may change it', () => {
  expect(new ImportedCode().mayChangeLoader(shapeOf('/p/unknown.mjs').shape)).toBe(true);
  expect(new ImportedCode().mayChangeLoader(null)).toBe(true);
});
