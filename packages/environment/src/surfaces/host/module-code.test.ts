import { ModuleCode } from './module-code';

const read = (code: string) => new ModuleCode(['Buffer', 'URL', 'performance', 'process']).read('/p/a.js', code);

test.each([
  ['fs.readFileSync = fake;', ['fs']],
  ['fs_1.default.readFileSync = fake;', ['fs']],
  ['_fs.promises.readFile = fake;', ['fs']],
  ['import_node_fs.default["x"] = fake;', ['fs']],
  ['nodeFs[name] ??= fake;', ['fs']],
  ["require('fs').x = 1;", ['fs']],
  ["const io = require('fs'); io.x = 1;", ['fs']],
  ["var io = wrap(require('node:fs')); io.x = 1;", ['fs']],
  ["const { promises: io, other } = require('fs'); io.x = 1;", ['fs']],
  ["const { promises } = require('fs'); const io = promises.constants; io.x = 1;", ['fs']],
  ["const io = require('fs'); io.x();", []],
  ["const io = require('./fs'); io.x = 1;", []],
  ["require('http').METHODS.push('X');", ['http']],
  ['const { METHODS } = require("http"); METHODS.sort();', ['http']],
  ['dns.setServers([]);', ['dns']],
  ['dns_1.default.promises.setServers([]);', ['dns']],
  ["const { setServers } = require('dns'); setServers([]);", ['dns']],
  ["require('dns').setServers([]);", ['dns']],
  ['require("node:dns").promises.setServers([]);', ['dns']],
  ['!function(e){var t=e("util");t.inspect.x=1}(require);', ['util']],
  ['setServers([]); dns.getServers();', []],
  ['require("node:dns/promises").x = 1;', ['dns']],
  ['Object.defineProperty(os, "x", {});', ['os']],
  ['Object.assign(child_process, { x: 1 });', ['child_process']],
  ['Object.assign(childProcess, { x: 1 });', ['child_process']],
  ['delete https.x;', ['https']],
  // Compilers number what they import, so a number at the end tells nothing.
  ['delete http2.x;', ['http', 'http2']],
  ['Reflect.deleteProperty(events_1, "x")', ['events']],
  ['fs.readFileSync(x);', []],
  ['if (fs.x == 1 || fs.y === 2) f(fs);', []],
  ['const f = (fs) => fs.x;', []],
  ['const fs = require("fs");', []],
])('the core modules that %p seems to write to', (code, cores) => {
  expect(read(code)?.written.cores).toEqual(cores);
});

test.each([
  ['Buffer.poolSize = 1', ['Buffer']],
  ['URL.prototype.x = 1; Buffer.from(a)', ['URL']],
  ['globalThis.URL.x = 1', ['URL']],
  ['Object.assign(performance, {})', ['performance']],
  ['Object.defineProperty(global.URL.prototype, "x", {})', ['URL']],
  ['const U = URL; U.x = 1', ['URL']],
  ['const { stdout } = process;\nstdout.write = f;', ['process']],
  ['process.stdout.isTTY = true', ['process']],
  ['Buffer.poolSize++', ['Buffer']],
  ['URL.count += 1', ['URL']],
  // What `C` and `o` are is not followed, so every global that is named counts.
  ['for (const C of [Buffer, URL]) C.x = 1', ['Buffer', 'URL']],
  ['const patch = (o) => { o.x = 1; }; patch(URL)', ['URL']],
  ['const g = globalThis; g.Buffer.x = 1', ['Buffer']],
  ['Object.freeze(URL)', ['URL']],
  ['for (const a of b) a.x = 1; if (c instanceof URL) new URL(c); Buffer.from(c); typeof performance', []],
  ['a.x = 1; const { from } = Buffer; performance.now()', ['Buffer']],
  ['a.x = 1; root.Buffer.from(b); f(root.URL)', ['URL']],
  ['const { URL: U, Buffer: B } = globalThis; U.x = 1', ['URL', 'Buffer']],
  ["for (const name of ['Buffer', 'URL']) root[name].x = 1; new URL(a)", ['Buffer', 'URL']],
  ['a.x = 1; exports.URL = class {}; Buffer.prototype.slice.call(a)', []],
  ['exports.x = URL; module.exports.y = 1; this.z = 2', []],
  ['const myURL = Buffers.x == 1', []],
  ['new URL(a); Buffer.from(a); process.stdout.write(a)', []],
])('the globals that %p seems to write to', (code, written) => {
  expect(read(code)?.written.globals).toEqual(written);
});

test('the globals that it gives away, whatever it writes to', () => {
  expect(read('patch(URL); new Buffer(a)')).toMatchObject({ written: { globals: [] }, givesAway: ['URL'] });
  expect(read('class A extends URL {} Object.getPrototypeOf(A).x = 1')).toMatchObject({ givesAway: ['URL'] });
});

test('whether it names the process', () => {
  expect(read('process.umask()')?.process).toBe(true);
  expect(read('proc.umask()')?.process).toBe(false);
});

test('code is read again when it changes; until it is known, what was known of it counts', () => {
  const code = new ModuleCode(['Buffer']);
  const globals = (text?: string) => code.read('/p/a.js', text)?.written.globals;
  expect(globals()).toBeUndefined();
  expect(globals('Buffer.x = 1')).toEqual(['Buffer']);
  expect(globals()).toEqual(['Buffer']);
  expect(globals('nothing')).toEqual([]);
  expect(globals('Buffer.xy = 1')).toEqual(['Buffer']);
});

test('a source map in the code is not read', () => {
  const map = '\n//# sourceMappingURL=data:application/json;base64,';
  expect(read(`URL.x = 1;${map}Buffer.x=1`)?.written.globals).toEqual(['URL']);
});

test.each([
  ['a long word', `const data = "${'ab'.repeat(500_000)}";`],
  ['many words', `const data = "${'ab+'.repeat(300_000)}"; f.x = 1;`],
  ['many braces', `const data = [${'{ a: 1 },'.repeat(100_000)}]; f.x = 1;`],
])('%s is read in no time', (_title, code) => {
  const from = process.hrtime.bigint();
  read(code);
  expect(Number(process.hrtime.bigint() - from) / 1e6).toBeLessThan(1500);
});

test.each([
  ["const fs = require('fs'); fs.readFileSync(a);", ['fs']],
  ["const { METHODS } = require('http'); METHODS.forEach(a); require('fs').x();", ['http', 'fs']],
  ["const { METHODS } = require('http'); METHODS.sort(); require('fs').x();", ['fs']],
  ["const dns = require('dns'); dns.setServers([]); dns.lookup();", []],
  ["const Module = require('module'); Module._initPaths();", []],
])('the core modules that %p only reads', (code, cores) => {
  expect(read(code)?.onlyReads).toEqual(cores);
});
