import { createContext, runInContext } from 'node:vm';
import { sandboxScope, valuesOfScope } from './sandbox-scope';

class Environment {
  readonly context = createContext({ process: {}, own: 'own' });
  readonly global = runInContext('globalThis', this.context) as Record<string, unknown>;
  getVmContext(): object {
    return this.context;
  }
}

test('what was defined on the global object of a context is read where Node keeps it, in every file', () => {
  for (let file = 0; file < 2; file += 1) {
    const environment = new Environment();
    const { global } = environment;
    global['late'] = 'late';
    const scope = sandboxScope(environment)!;
    expect(scope).toMatchObject({ global, defined: environment.context });
    const values = valuesOfScope(scope);
    expect(values).toEqual(expect.arrayContaining(['own', 'late', global['Array'], global['Math']]));
    expect(values).toHaveLength(Reflect.ownKeys(global).length);
  }
});

test.each<[title: string, context: (environment: Environment) => unknown]>([
  ['has no context', () => null],
  ['has one of another global object', () => new Environment().context],
  ['keeps more than it shows', ({ context }) => Object.defineProperty(context, Symbol('kept'), { value: 1 })],
  [
    'does not tell',
    () => {
      throw new Error('not now');
    },
  ],
])('an environment that %s is asked itself', (_title, contextOf) => {
  class Other extends Environment {
    override getVmContext(): object {
      return contextOf(this) as object;
    }
  }
  const { global } = new Other();
  const scope = sandboxScope(new Other());
  expect(scope?.defined).toBe(scope?.global);
  expect(valuesOfScope(sandboxScope({ global })!)).toHaveLength(Reflect.ownKeys(global).length);
});

test('no getter is called, and what is no global object has no scope', () => {
  const get = jest.fn();
  expect(valuesOfScope(sandboxScope({ global: Object.defineProperty({}, 'lazy', { get }) })!)).toEqual([undefined]);
  expect(get).not.toHaveBeenCalled();
  expect(sandboxScope({ global: null })).toBeNull();
});
