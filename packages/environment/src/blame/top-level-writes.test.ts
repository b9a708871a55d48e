import { topLevelUses } from './top-level-writes';

const writes = (code: string): string[] =>
  topLevelUses(code)
    .writes.filter(({ root, property }) => root !== null && root !== '' && property !== null)
    .map(({ root, property }) => `${root} ${property}`);

test.each([
  ['import fs from "node:fs"; fs.x = 1;', ['node:fs x']],
  ['import * as fs from "fs"; fs.promises.x = 1;', ['fs x']],
  ['import { promises as p } from "fs"; p["x"] ??= 1;', ['fs x']],
  ['import fs from "fs"; const { promises: { constants } } = fs; constants.x = 1;', ['fs x']],
  ['const os = await import("node:os"); os.x = 1;', ['node:os x']],
  ['const os = createRequire(import.meta.url)("os"); os.x = 1;', ['os x']],
  ['Buffer.prototype.x = 1;', ['Buffer x']],
  ['delete URL.x;', ['URL x']],
  ['Object.defineProperty(URL, "x", {});', ['URL x']],
  ['Object.assign(URL, { x: 1, "y": 2, ...z });', ['URL x', 'URL y']],
  ['Reflect.set(performance, "x", 1);', ['performance x']],
  ['if (!URL.x) { for (const a of b) { URL.x = a; } }', ['URL x']],
  ['globalThis.URL.x = 1; global.URL.prototype.y = 1;', ['URL x', 'URL y']],
  ['Object.assign(globalThis.URL, { x: 1 });', ['URL x']],
  ['const { URL: Url } = globalThis; Url.x = 1; const all = global; all.URL.y = 1;', ['URL x', 'URL y']],
  ['URL.x++; [URL.y] = [1]; ({ a: URL.z = 2 } = {});', ['URL x', 'URL y', 'URL z']],
  ['const URL = {}; URL.x = 1;', []],
  ['export const done = (URL.x = 1);', ['URL x']],
])('%s', (code, expected) => {
  expect(writes(code)).toEqual(expected);
});

test('functions count where they are called from there, on the spot or by name, each once', () => {
  expect(writes('(() => { URL.x = 1; })();')).toEqual(['URL x']);
  expect(writes('(function () { URL.x = 1; })();')).toEqual(['URL x']);
  expect(writes('function f() { URL.x = 1; f(); } f(); f();')).toEqual(['URL x']);
  expect(writes('export function f() { URL.x = 1; } const g = () => f(); g();')).toEqual(['URL x']);
});

test('functions that others call do not', () => {
  expect(writes('export function f() { URL.x = 1; }')).toEqual([]);
  expect(writes('export default () => { URL.x = 1; };')).toEqual([]);
  expect(writes('class A { m() { URL.x = 1; } } later(() => { URL.y = 1; });')).toEqual([]);
});

test('what has no name tells nothing, nor does what cannot be parsed', () => {
  expect(writes('URL[name] = 1; Object.assign(URL, given); Object.assign(URL); this.x = 1; f().x = 1;')).toEqual([]);
  expect(writes('URL.x = ;')).toEqual([]);
});
