import Module from 'node:module';
import { findRuntimeModule, patchResetModules, registerEnvironment, runtimeModuleOf } from './find-runtime';

const cache = (Module as unknown as { _cache: Record<string, unknown> })._cache;

/** A class of the shape of Jest's: the constructor asks for conditions, and ends with resetModules(). */
function makeRuntime() {
  return class Runtime {
    readonly order: string[] = [];
    constructor(readonly _environment: { exportConditions?: () => unknown }) {
      this._environment?.exportConditions?.();
      this.resetModules();
    }
    resetModules(...kinds: [string?, string?]) {
      this.order.push(`reset${kinds.join()}`);
      return this.order.length;
    }
  };
}

describe('findRuntimeModule', () => {
  afterEach(() => {
    delete cache[__filename];
  });

  function found(exports: unknown) {
    cache[__filename] = { exports };
    const environment = { exportConditions: () => findRuntimeModule(environment.exportConditions) };
    return environment.exportConditions();
  }

  test('is the loaded module that called, by its default export or as a whole', () => {
    const Runtime = makeRuntime();
    expect(found({ default: Runtime })).toEqual({ file: __filename, Runtime });
    expect(found(Runtime)).toEqual({ file: __filename, Runtime });
  });

  test.each<[string, unknown]>([
    ['no class', { default: {} }],
    ['another class', { default: class Environment {} }],
    ['a function without a prototype', { default: () => 1 }],
    ['nothing', undefined],
    [
      'a getter that fails',
      {
        get default() {
          throw new Error('loading');
        },
      },
    ],
  ])('null for %s', (_name, exports) => {
    expect(found(exports)).toBeNull();
  });

  test('it is looked for once for each origin, until it is found', () => {
    const Runtime = makeRuntime();
    const ask = (origin: string, exports: unknown): unknown => {
      cache[__filename] = { exports };
      const environment = { exportConditions: () => runtimeModuleOf(origin, environment.exportConditions) };
      return environment.exportConditions();
    };
    expect(ask('a', {})).toBeNull();
    expect(ask('a', Runtime)).toEqual({ file: __filename, Runtime });
    expect(ask('a', {})).toEqual({ file: __filename, Runtime });
    expect(ask('b', {})).toBeNull();
  });

  test('null when the caller is no loaded CommonJS module', () => {
    expect(
      (function exportConditions() {
        return findRuntimeModule(exportConditions);
      })(),
    ).toBeNull();
  });
});

describe('patchResetModules', () => {
  test('hands over each runtime of ours once, before its first reset', () => {
    const Runtime = makeRuntime();
    const handed: unknown[][] = [];
    expect(
      patchResetModules(Runtime, (runtime, environment) => {
        handed.push([runtime, environment, [...(runtime as InstanceType<typeof Runtime>).order]]);
      }),
    ).toBe(true);
    const environment = {};
    registerEnvironment(environment);
    const runtime = new Runtime(environment);
    expect(runtime.resetModules('a', 'b')).toBe(2);
    expect(runtime.order).toEqual(['reset', 'reseta,b']);
    expect(handed).toEqual([[runtime, environment, []]]);
    expect(handed[0]![0]).toBe(runtime);
    expect(handed[0]![1]).toBe(environment);
  });

  test('is inert for other environments', () => {
    const Runtime = makeRuntime();
    const onInstance = jest.fn();
    patchResetModules(Runtime, onInstance);
    expect(new Runtime({}).order).toEqual(['reset']);
    expect(new Runtime(null as never as object).order).toEqual(['reset']);
    expect(onInstance).not.toHaveBeenCalled();
  });

  test('keeps the looks of the method', () => {
    const Runtime = makeRuntime();
    const before = Object.getOwnPropertyDescriptor(Runtime.prototype, 'resetModules')!;
    patchResetModules(Runtime, () => {});
    const after = Object.getOwnPropertyDescriptor(Runtime.prototype, 'resetModules')!;
    expect(after.value).not.toBe(before.value);
    expect({ ...after, value: null }).toEqual({ ...before, value: null });
    expect([after.value.name, after.value.length]).toEqual([before.value.name, before.value.length]);
    expect(Object.keys(Runtime.prototype)).toEqual([]);
  });

  test('a second call patches nothing, and replaces the listener', () => {
    const Runtime = makeRuntime();
    const first = jest.fn();
    const second = jest.fn();
    patchResetModules(Runtime, first);
    const patched = Runtime.prototype.resetModules;
    patchResetModules(Runtime, second);
    expect(Runtime.prototype.resetModules).toBe(patched);
    const environment = {};
    registerEnvironment(environment);
    const runtime = new Runtime(environment);
    expect(first).not.toHaveBeenCalled();
    expect(second.mock.calls).toEqual([[runtime, environment]]);
  });

  test('another copy of this package shares the patch, and each hears of its own environments', () => {
    const Runtime = makeRuntime();
    const here = jest.fn();
    const there = jest.fn();
    patchResetModules(Runtime, here);
    const patched = Runtime.prototype.resetModules;
    const ours = {};
    const theirs = {};
    registerEnvironment(ours);
    jest.isolateModules(() => {
      const copy = require('./find-runtime') as typeof import('./find-runtime');
      expect(copy.patchResetModules).not.toBe(patchResetModules);
      copy.patchResetModules(Runtime, there);
      copy.registerEnvironment(theirs);
    });
    expect(Runtime.prototype.resetModules).toBe(patched);
    new Runtime(ours);
    new Runtime(theirs);
    expect(here).toHaveBeenCalledTimes(1);
    expect(here.mock.calls[0][1]).toBe(ours);
    expect(there).toHaveBeenCalledTimes(1);
    expect(there.mock.calls[0][1]).toBe(theirs);
  });

  test.each<[string, Function]>([
    ['no resetModules', class {}],
    ['no prototype', () => 1],
    ['a sealed prototype', sealed()],
  ])('false for %s', (_name, Runtime) => {
    expect(patchResetModules(Runtime, () => {})).toBe(false);
  });

  function sealed(): Function {
    const Runtime = makeRuntime();
    Object.freeze(Runtime.prototype);
    return Runtime;
  }
});
