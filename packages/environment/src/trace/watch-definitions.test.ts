import * as vm from 'node:vm';
import { StartedEntries } from '../scopes/started-entries';
import { inBody, makeScope } from '../testing/scopes';
import { Trace } from './trace';
import { watchDefinitions } from './watch-definitions';

const KEY = { kind: 'core-module-mutated', key: 'x.a' } as const;

function setUp() {
  const context = inBody(makeScope('test', 'one', null));
  const trace = new Trace({
    request: { version: 1, directory: '/tmp', keys: [KEY] },
    executing: () => context,
    select: ([first = null]) => ({ site: first, via: null, owner: null }),
    isOfTests: () => true,
  });
  expect(new StartedEntries().isLatePossible).toBe(false);
  const sandbox = vm.createContext({ x: { a: 1 } }) as Record<string, unknown>;
  const global = vm.runInContext('globalThis', sandbox) as { x: { a: unknown } };
  watchDefinitions(global, trace);
  trace.watch({ object: global.x, property: 'a' }, KEY);
  const mapper = { map: (frame: { line: number }) => ({ file: 'a.test.js', line: frame.line, column: 1 }) };
  const writes = () => trace.record('a.test.js', mapper as never).writes.map(({ was, is }) => `${was} -> ${is}`);
  return { trace, global, writes, run: (code: string): unknown => vm.runInContext(code, sandbox, '/p/a.test.js') };
}

test.each([
  ['Object.defineProperty(x, "a", { value: 2 })', ['1 -> 2']],
  ['Object.defineProperties(x, { a: { value: 3 }, b: { value: 4 } })', ['1 -> 3']],
  ['Reflect.defineProperty(x, "a", { value: 5 })', ['1 -> 5']],
  ['Reflect.deleteProperty(x, "a")', ['1 -> absent']],
  [
    'const d = Object.getOwnPropertyDescriptor(x, "a"); x.a = 6; Object.defineProperty(x, "a", d)',
    ['1 -> 6', '6 -> 1'],
  ],
  ['Object.defineProperty(x, "b", { value: 7 })', []],
  ['Object.defineProperty({}, "a", { value: 8 })', []],
])('%s', (code, expected) => {
  const { run, writes } = setUp();
  run(code);
  expect(writes()).toEqual(expected);
});

test('the functions look and fail as they do without us', () => {
  const { run } = setUp();
  expect(run('Object.defineProperty.name + Object.defineProperty.length')).toBe('defineProperty3');
  expect(run('String(Object.defineProperty)')).toContain('[native code]');
  expect(() => run('Object.defineProperty(1, "a", {})')).toThrow('called on non-object');
  expect(() => run('Object.defineProperty(x, "a", 1)')).toThrow('Property description must be an object');
});

test('in a pause nothing is noted, and the property is as it would be', () => {
  const { trace, global, writes, run } = setUp();
  run('x.a = 2');
  trace.pause();
  expect(Object.getOwnPropertyDescriptor(global.x, 'a')).toMatchObject({ value: 2 });
  run('x.a = 3');
  trace.resume();
  run('x.a = 4');
  trace.end();
  expect(Object.getOwnPropertyDescriptor(global.x, 'a')).toMatchObject({ value: 4 });
  expect(writes()).toEqual(['1 -> 2', '3 -> 4']);
});
