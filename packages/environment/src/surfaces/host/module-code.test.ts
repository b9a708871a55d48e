import { ModuleCode } from './module-code';

const read = (code: string) => new ModuleCode(['Buffer', 'URL', 'performance']).read('/p/a.js', code);

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
  ['dns.setServers([]);', ['dns']],
  ['dns_1.default.promises.setServers([]);', ['dns']],
  ["const { setServers } = require('dns'); setServers([]);", ['dns']],
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
  ['Buffer.poolSize = 1', ['Buffer'], ['Buffer']],
  ['URL.prototype.x = 1; Buffer.from(a)', ['URL', 'Buffer'], ['URL']],
  ['Object.assign(performance, {})', ['performance'], ['performance']],
  ['const myURL = Buffers.x = 1', [], []],
])('the globals that %p names, and seems to write to', (code, named, written) => {
  expect(read(code)).toMatchObject({ globals: named, written: { globals: written } });
});

test('whether it names the process', () => {
  expect(read('process.umask()')?.process).toBe(true);
  expect(read('proc.umask()')?.process).toBe(false);
});

test('code is read again when it changes; until it is known, what was known of it counts', () => {
  const code = new ModuleCode(['Buffer']);
  expect(code.read('/p/a.js', undefined)).toBeNull();
  expect(code.read('/p/a.js', 'Buffer')?.globals).toEqual(['Buffer']);
  expect(code.read('/p/a.js', undefined)?.globals).toEqual(['Buffer']);
  expect(code.read('/p/a.js', 'nothing')?.globals).toEqual([]);
  expect(code.read('/p/a.js', 'Buffer.of')?.globals).toEqual(['Buffer']);
});

test('a long line without a break is read in no time', () => {
  const from = process.hrtime.bigint();
  read(`const data = "${'ab'.repeat(500_000)}";`);
  expect(Number(process.hrtime.bigint() - from) / 1e6).toBeLessThan(500);
});
