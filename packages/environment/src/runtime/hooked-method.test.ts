import { unwatchLanguage, watchLanguage } from '../own-language';
import { hookable, mapResult } from './hooked-method';
import type { MethodHook, RawArguments } from './hooked-method';

class Loader {
  readonly seen: unknown[] = [];

  load(a: string, b: number): string {
    this.seen.push(a, b);
    if (a === 'broken') throw new Error('broken');
    return `${a}${b}`;
  }

  requireModuleOrMock(a: string, b: number): string {
    return this.load(a, b);
  }
}

/** A hook that says what it is told. */
function telling(log: string[], name: string): MethodHook<RawArguments> {
  return {
    before: (...args) => log.push(`${name} before ${args.slice(0, 2).join()}`),
    after: (result, ...args) => log.push(`${name} after ${String(result)} ${args.slice(0, 2).join()}`),
    ended: (...args) => log.push(`${name} ended ${args.slice(0, 2).join()}`),
  };
}

afterEach(unwatchLanguage);

// The second has a wrapper of its own.
describe.each(['load', 'requireModuleOrMock'] as const)('%s', (name) => {
  test('all hooks of a method are told of a call, step by step, and it gives what it gave', () => {
    const loader = new Loader();
    const log: string[] = [];
    const hook = hookable(loader, name);
    hook(telling(log, '1'));
    hook({ ended: () => log.push('2 ended') });
    hook(telling(log, '3'));
    expect(loader[name]('a', 1)).toBe('a1');
    expect(loader.seen).toEqual(['a', 1]);
    expect(log).toEqual([
      '1 before a,1',
      '3 before a,1',
      '1 after a1 a,1',
      '3 after a1 a,1',
      '1 ended a,1',
      '2 ended',
      '3 ended a,1',
    ]);
  });

  test('a call that throws has ended, and its error stays', () => {
    const loader = new Loader();
    const log: string[] = [];
    hookable(loader, name)(telling(log, '1'));
    expect(() => loader[name]('broken', 1)).toThrow('broken');
    expect(log).toEqual(['1 before broken,1', '1 ended broken,1']);
  });

  test('a step after the call that throws keeps no other from being told that it ended', () => {
    const loader = new Loader();
    const log: string[] = [];
    const hook = hookable(loader, name);
    hook({
      after() {
        throw new Error('of a step');
      },
    });
    hook(telling(log, '2'));
    expect(() => loader[name]('a', 1)).toThrow('of a step');
    expect(log.at(-1)).toBe('2 ended a,1');
  });

  test('the first answer in place of the call is given, and nobody is told', () => {
    const loader = new Loader();
    const log: string[] = [];
    const hook = hookable(loader, name);
    hook(telling(log, '1'));
    hook({ instead: (a) => (a === 'x' ? { result: undefined } : null) });
    hook({ instead: () => ({ result: 'second' }) });
    expect(loader[name]('x', 1)).toBeUndefined();
    expect(loader[name]('y', 1)).toBe('second');
    expect([loader.seen, log]).toEqual([[], []]);
  });

  test('only the instance is hooked, under the same name and arity; what is missing is left alone', () => {
    const loader = new Loader();
    hookable(loader, name)({});
    expect([loader[name].name, loader[name].length, Object.keys(loader)]).toEqual([name, 2, ['seen']]);
    expect(Object.hasOwn(loader, name)).toBe(true);
    expect(Object.hasOwn(Loader.prototype, name) && new Loader()[name]('a', 1)).toBe('a1');
    hookable(loader, 'missing')({ before: () => {} });
    mapResult(loader, 'missing', () => null);
    expect('missing' in loader).toBe(false);
  });
});

test('what a method gives is mapped, with its first two arguments', () => {
  const loader = new Loader();
  mapResult(loader, 'load', (result, a, b) => [result, a, b]);
  expect(loader.load('a', 1)).toEqual(['a1', 'a', 1]);
});

test('a call that is of no concern gives what it gave', () => {
  const loader = new Loader();
  const concerns = (a: unknown, b: unknown): boolean => a === 'a' && b === 1;
  mapResult(loader, 'load', () => 'mapped', concerns);
  expect([loader.load('a', 1), loader.load('a', 2), loader.load('b', 1)]).toEqual(['mapped', 'a2', 'b1']);
});

test('steps run in the language that there was, the call in what a test has made of it', () => {
  const { push } = Array.prototype;
  const found: unknown[] = [];
  const own = [] as { push: unknown }[];
  const loader = { load: () => found.push([].push === push) };
  hookable(
    loader,
    'load',
  )({
    before: () => (own[0] = { push: [].push }),
    after: () => (own[1] = { push: [].push }),
    ended: () => (own[2] = { push: [].push }),
  });
  watchLanguage(() => true);
  Array.prototype.push = function (...items: unknown[]) {
    return Reflect.apply(push, this, items) as number;
  };
  try {
    loader.load();
  } finally {
    Array.prototype.push = push;
  }
  expect(found).toEqual([false]);
  expect(own.map((each) => each.push === push)).toEqual([true, true, true]);
});
