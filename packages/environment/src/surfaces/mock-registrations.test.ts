import { MockScript } from '../testing/mock-script';
import { inBody, inHook, makeSuite } from '../testing/scopes';
import type { Context } from '../scopes/scope';

const { file, cart, adds, empties, alone } = makeSuite();
const factory = (): object => ({});
const other = (): object => ({});

type Call = [context: Context, name: string, ...args: unknown[]];

test.each<[title: string, calls: Call[], inPlace: string[]]>([
  ['registered', [[inBody(adds), 'doMock', './x', factory]], ['src/x.js by cart adds']],
  ['a core module', [[inBody(adds), 'mock', 'fs', factory]], ['node:fs by cart adds']],
  ['as an ES module', [[inBody(adds), 'unstable_mockModule', './x', factory]], ['src/x.js by cart adds']],
  ['set to a value', [[inBody(adds), 'setMock', './x', 1]], ['src/x.js by cart adds']],
  [
    'taken back in an afterEach of the same describe',
    [
      [inHook(cart, 'beforeEach', adds), 'doMock', './x', factory],
      [inHook(cart, 'afterEach', adds), 'dontMock', './x'],
    ],
    [],
  ],
  ['unmocked where nothing was mocked: the same outcome', [[inBody(adds), 'dontMock', './x']], []],
  [
    'a mock of the file’s top taken away',
    [
      [inBody(file), 'mock', './x', factory],
      [inBody(adds), 'unmock', './x'],
    ],
    ['src/x.js by cart adds'],
  ],
  [
    'a mock of the file’s top put back with its factory',
    [
      [inBody(file), 'mock', './x', factory],
      [inBody(adds), 'doMock', './x', other],
      [inBody(adds), 'doMock', './x', factory],
    ],
    ['src/x.js by file'],
  ],
  ['automock left on', [[inBody(adds), 'enableAutomock']], ['automock by cart adds']],
  [
    'automock on and off',
    [
      [inBody(adds), 'enableAutomock'],
      [inHook(file, 'afterEach', adds), 'disableAutomock'],
    ],
    [],
  ],
])('%s', (_title, calls, inPlace) => {
  const script = new MockScript();
  for (const [context, name, ...args] of calls) expect(script.call(context, name, args)).toBe('the jest object');
  expect(script.inPlace()).toEqual(inPlace);
  expect(script.faults.list).toEqual([]);
});

test('an act says what was called, how and where', () => {
  const script = new MockScript();
  script.call(inBody(file), 'mock', ['./x', factory]);
  script.call(inBody(adds), 'doMock', ['./x', other, { virtual: true }]);
  expect(script.ledger.top('cjs mock:user:/p/src/x.js:')?.act).toMatchObject({
    kind: 'mock-registered',
    key: 'src/x.js',
    call: 'jest.doMock',
    module: 'cjs',
    virtual: true,
    siteIs: 'call',
    frames: { site: { line: 7 } },
    hints: { overTopLevel: true },
  });
});

test('no stack is read for what a file registers at its top', () => {
  const script = new MockScript();
  script.call(inBody(file), 'mock', ['./x', factory]);
  expect(script.ledger.top('cjs mock:user:/p/src/x.js:')?.act.frames).toBeNull();
});

test('a virtual mock keeps the name of its first registration', () => {
  const script = new MockScript();
  script.shape.unresolvable.add('./x');
  script.call(inBody(adds), 'doMock', ['./x', factory, { virtual: true }]);
  script.call(inBody(empties), 'doMock', ['./x', other]);
  const writers = script.ledger.writers('cjs mock:user:/p/src/x.js:');
  expect(writers.map(({ act }) => act.key)).toEqual(['src/x.js', 'src/x.js']);
});

test('a call that throws is passed on and changes nothing', () => {
  const script = new MockScript();
  const run = (): never => {
    throw new Error('invalid');
  };
  expect(() => script.call(inBody(adds), 'doMock', ['./x', factory], run)).toThrow('invalid');
  expect(script.inPlace()).toEqual([]);
});

test('a request that Jest cannot resolve is left to Jest', () => {
  const script = new MockScript();
  expect(script.call(inBody(adds), 'doMock', ['./throws'], () => 'its own error comes later')).toContain('later');
  expect(script.ledger.acts).toBe(0);
  expect(script.faults.list).toEqual([]);
});

test('a fault of ours is noted, and the call keeps its result', () => {
  const script = new MockScript();
  jest.spyOn(script.ledger, 'write').mockImplementation(() => {
    throw new Error('ours');
  });
  expect(script.call(inBody(adds), 'doMock', ['./x', factory])).toBe('the jest object');
  expect(script.faults.list).toEqual([
    { while: 'noting a mock registration', message: 'ours', stack: expect.any(String) },
  ]);
});

test('a method that registers nothing is only called', () => {
  const script = new MockScript();
  expect(script.call(inBody(alone), 'useFakeTimers', [], () => 'called')).toBe('called');
  expect(script.ledger.acts).toBe(0);
});
