import { allowLeak, freshModules } from './test';

const BRIDGE = Symbol.for('jest-hermetic.test');
const sandbox = globalThis as { [key: symbol]: unknown };

afterEach(() => {
  delete sandbox[BRIDGE];
});

/** An environment that notes what it is asked for. */
function provideBridge(whyNot: string | null = null) {
  const calls: unknown[] = [];
  sandbox[BRIDGE] = {
    whyNotFresh: () => whyNot,
    beginFresh: (patterns: unknown) => {
      calls.push(patterns);
      return () => calls.push('end');
    },
    allowLeak: (rule: unknown) => calls.push(rule),
  };
  return calls;
}

describe('without the environment', () => {
  test('freshModules says what to set', () => {
    expect(() => freshModules(() => 1)).toThrow("testEnvironment: 'jest-hermetic'");
  });

  test('allowLeak does nothing', () => {
    expect(() => allowLeak({ kind: 'process-state', reason: 'any' })).not.toThrow();
  });
});

describe('freshModules', () => {
  test('passes on what the function returns, and ends before', () => {
    const calls = provideBridge();
    const result: number = freshModules(() => calls.push('body'));
    expect(result).toBe(2);
    expect(calls).toEqual([null, 'body', 'end']);
  });

  test('ends when the function throws', () => {
    const calls = provideBridge();
    const error = new Error('mine');
    expect(() => freshModules('react', () => { throw error; })).toThrow(error); // prettier-ignore
    expect(calls).toEqual([['react'], 'end']);
  });

  test('ends once the promise settles', async () => {
    const calls = provideBridge();
    const result: Promise<number> = freshModules(['a', 'b'], async () => 1);
    expect(calls).toEqual([['a', 'b']]);
    await expect(result).resolves.toBe(1);
    const error = new Error('mine');
    await expect(freshModules(() => Promise.reject(error))).rejects.toBe(error);
    expect(calls).toEqual([['a', 'b'], 'end', null, 'end']);
  });

  test('takes a mere thenable for a promise', async () => {
    const calls = provideBridge();
    // oxlint-disable-next-line unicorn/no-thenable -- as query builders are
    const thenable: PromiseLike<number> = { then: (resolve) => void resolve?.(1 as never) as never };
    await expect(freshModules(() => thenable)).resolves.toBe(1);
    expect(calls).toEqual([null, 'end']);
  });

  test.each<[string, unknown[], string]>([
    ['no function', ['src/x.js'], 'needs a function'],
    ['nothing', [], 'strings'],
    ['a pattern that is no text', [[1], () => 1], 'strings'],
    ['an empty pattern', ['', () => 1], 'strings'],
    ['a path relative to the test', ['./x', () => 1], 'relative to rootDir'],
    ['one that takes out', [['src/**', '!../x'], () => 1], 'relative to rootDir'],
  ])('refuses %s', (_name, args, message) => {
    const calls = provideBridge();
    expect(() => Reflect.apply(freshModules, undefined, args)).toThrow(TypeError);
    expect(() => Reflect.apply(freshModules, undefined, args)).toThrow(message);
    expect(calls).toEqual([]);
  });

  test('says why it cannot work with this Jest', () => {
    provideBridge('its Runtime has an unknown shape');
    expect(() => freshModules(() => 1)).toThrow(
      'cannot work with this version of Jest: its Runtime has an unknown shape.',
    );
  });
});

test('allowLeak hands the rule over', () => {
  const calls = provideBridge();
  allowLeak({ kind: 'process-state', key: 'process.cwd', reason: 'any' });
  expect(calls).toEqual([{ kind: 'process-state', key: 'process.cwd', reason: 'any' }]);
});
