import { TestCode } from './test-code';

test('what all files of the tests mention, read again when one is added', () => {
  const codes: Record<string, string> = { a: 'fs.x = 1', b: 'os.y = 2' };
  const code = new TestCode((file) => codes[file]);
  code.add('a');
  const first = code.mentions();
  expect(first?.assigned).toEqual(['x']);
  expect(code.mentions()).toBe(first);
  code.add('b');
  expect(code.mentions()?.assigned).toEqual(['x', 'y']);
});

test('a source map in the code says nothing', () => {
  const map = 'freeze.__proto__._cache.x=1';
  const code = new TestCode(() => `fs.y = 1;\n//# sourceMappingURL=data:application/json;base64,${map}`);
  code.add('a');
  expect(code.texts()).toEqual(['fs.y = 1;']);
  expect(code.mentions()?.assigned).toEqual(['y']);
  expect([code.mayChangePrototypes(), code.mayChangeLoader(), code.mayLock()]).toEqual([false, false, false]);
});

test('nothing is said while some code is unknown', () => {
  const code = new TestCode((file) => (file === 'a' ? 'fs.x = 1' : undefined));
  expect(code.mentions()).toBeNull();
  code.add('a');
  code.add('b');
  expect(code.mentions()).toBeNull();
});

test('whether they may change prototypes: as well when some code is unknown', () => {
  const codes: Record<string, string> = { a: 'fs.x = 1', b: 'Object.getPrototypeOf(x).y = 2', c: 'x.__proto__.y = 2' };
  const code = new TestCode((file) => codes[file]);
  expect(code.mayChangePrototypes()).toBe(true);
  code.add('a');
  expect(code.mayChangePrototypes()).toBe(false);
  code.add('b');
  expect(code.mayChangePrototypes()).toBe(true);
  for (const file of ['c', 'unknown']) {
    const one = new TestCode((path) => codes[path]);
    one.add(file);
    expect(one.mayChangePrototypes()).toBe(true);
  }
});

test('whether they may change the module loader of the host: as well when some code is unknown', () => {
  const codes: Record<string, string> = { a: 'loader.cache', b: 'delete Module._cache[key]' };
  const code = new TestCode((file) => codes[file]);
  expect(code.mayChangeLoader()).toBe(true);
  code.add('a');
  expect(code.mayChangeLoader()).toBe(false);
  code.add('b');
  expect(code.mayChangeLoader()).toBe(true);
});

test.each([
  ["Object.defineProperty(path, 'join', { value, configurable: false })", true],
  ['Object.defineProperty(path, "join", { value, configurable : !1 })', true],
  ['Object.freeze(fs)', true],
  ['Reflect.apply(seal, null, [fs])', true],
  ["Object.defineProperty(path, 'join', { value, configurable: true })", false],
  ['unfreezes(it)', false],
  [undefined, false],
])('whether they may lock a property: %s', (text, may) => {
  const code = new TestCode(() => text);
  code.add('a');
  expect(code.mayLock()).toBe(may);
});

test.each([
  ['Object.defineProperty(Buffer, "x", {})', true],
  ['Reflect.defineProperty(other, "x", {})', true],
  ['Object.defineProperty(o, "x", {})', true],
  ['const define = Object.defineProperties; define(URL, {})', true],
  ['Object.defineProperty(exports, "__esModule", { value: true }); Object.defineProperty(o, k2, desc);', false],
  ['Object.defineProperty(o, "default", { enumerable: true, value: v });', false],
  [undefined, false],
])('whether they define properties: %s', (text, may) => {
  const code = new TestCode(() => text);
  code.add('a');
  expect(code.mayDefine()).toBe(may);
});

test.each([
  ["require('vm').runInThisContext('Map')", true],
  ['Object.getPrototypeOf(os.cpus()).map = fake', true],
  ['fs.constants.constructor.keys = fake', true],
  ['class A { constructor() {} }', false],
  ['Map.prototype.get = fake', false],
  ['({ __proto__: null, default: fs })', false],
  ['os.cpus().__proto__.map = fake', true],
  [undefined, true],
])('whether they may change the language of the host: %s', (text, may) => {
  const code = new TestCode(() => text);
  expect(code.mayChangeLanguage()).toBe(false);
  code.add('a');
  expect(code.mayChangeLanguage()).toBe(may);
});

test('code that becomes known is read once, and what it said stays when Jest forgets it', () => {
  let text: string | undefined;
  const codeOf = jest.fn(() => text);
  const code = new TestCode(codeOf);
  code.add('a');
  expect([code.mayChangePrototypes(), code.mayLock()]).toEqual([true, false]);
  text = 'Object.freeze(fs)';
  expect([code.mayChangePrototypes(), code.mayLock()]).toEqual([false, true]);
  const asked = codeOf.mock.calls.length;
  text = undefined;
  code.add('a');
  expect([code.mayChangePrototypes(), code.mayLock()]).toEqual([false, true]);
  expect(codeOf).toHaveBeenCalledTimes(asked);
});
