import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackDoors, opensAll } from './back-doors';

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'back-doors-'));
  file = join(dir, 'a.js');
});
afterEach(() => rmSync(dir, { recursive: true }));

const mayOpen = (code: string): boolean => {
  writeFileSync(file, code);
  return new BackDoors().mayOpen(file, false);
};

test.each([
  `process.getBuiltinModule('fs').x = 1`,
  `process.mainModule.require('fs')`,
  `require('some-vm').runInThisContext(code)`,
  `Module._load('fs')`,
  `process.binding('fs')`,
  `fs.readFile.constructor('return process')()`,
  `fs.readFile['constructor']('return process')()`,
  `os.cpus().__proto__.last = 1`,
  `Object.getPrototypeOf(os.cpus()).last = 1`,
  `Reflect.setPrototypeOf(fs, null)`,
  `require('get-proto')(os.cpus()).last = 1`,
  `set(os.cpus(), 'constructor.prototype'.split('.'), 1); get(x, 'prototype')`,
  `http.Server.super_.x = 1`,
])('code may reach what it was not handed: %s', (code) => {
  expect(mayOpen(code)).toBe(true);
});

test.each([
  `fs.readFile = 1`,
  `class A { constructor(protocol) { this.protocol = protocol; } }`,
  `Service.prototype.load = 1`,
  `new this.constructor()`,
  `jest.spyOn(Service.prototype, 'load')`,
])('code may not: %s', (code) => {
  expect(mayOpen(code)).toBe(false);
});

test('a module is read once, a test file every time, and what cannot be read may do everything', () => {
  const doors = new BackDoors();
  writeFileSync(file, 'fs.x = 1');
  expect([doors.mayOpen(file, true), doors.mayOpen(file, false)]).toEqual([false, false]);
  writeFileSync(file, 'process.mainModule');
  expect([doors.mayOpen(file, true), doors.mayOpen(file, false)]).toEqual([false, true]);
  expect(doors.mayOpen(join(dir, 'none.js'), false)).toBe(true);
});

test('the code of packages is not read', () => {
  mkdirSync(join(dir, 'node_modules/a'), { recursive: true });
  writeFileSync(join(dir, 'node_modules/a/index.js'), 'process.mainModule');
  expect(new BackDoors().mayOpen(join(dir, 'node_modules/a/index.js'), true)).toBe(false);
});

test.each([
  ['vm', true],
  ['node:module', true],
  ['inspector/promises', true],
  ['fs', false],
  ['node:fs/promises', false],
])('with %s all can be reached: %s', (name, expected) => {
  expect(opensAll(name)).toBe(expected);
});
