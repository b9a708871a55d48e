import type { Circus } from '@jest/types';
import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { isOff, loadLater, withOwnBuiltins } from '@jest-hermetic/leak-record';
import { classIn } from './base-environment';
import type { EnvironmentClass, EnvironmentModule } from './base-environment';
import type { FileGuard } from './file-guard';
import type { HostNews } from './host-watch';
import { apply } from './originals';

const helpers = loadLater(
  () => require('./fresh-modules/helpers-only') as typeof import('./fresh-modules/helpers-only'),
);

const guarding = loadLater(() => require('./file-guard') as typeof import('./file-guard'));
const watching = loadLater(() => require('./host-watch') as typeof import('./host-watch'));

type EventHandler = NonNullable<JestEnvironment['handleTestEvent']>;

/**
 * Makes an environment that is `Base` and watches shared module state besides. Whatever `Base` does comes first:
 * its handlers are called with its own `this`, are awaited, and their errors stay. `Base` may be all that the module
 * of an environment exports.
 *
 * @throws {Error} when there is no class in it
 */
export function createEnvironment(Base: EnvironmentClass | EnvironmentModule): EnvironmentClass {
  return guardedClass(classIn(Base, 'what createEnvironment was given'), true);
}

/**
 * The same for a `Base` that is known: Jest's own ones change nothing that files share, and looking whether they did
 * costs time.
 */
export function guardedClass(Base: EnvironmentClass, mayChangeHost: boolean): EnvironmentClass {
  return class HermeticEnvironment extends (Base as new (...args: never[]) => JestEnvironment) {
    constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
      const news = mayChangeHost && !isOff() ? lookBefore() : null;
      super(config as never, context as never);
      try {
        // What an earlier file left of the language is not to keep this one from being guarded.
        withOwnBuiltins(() => {
          if (isOff()) helpers().provideHelpersOnly(this, config, context);
          else {
            const guard = new (guarding().FileGuard)(this, config, context, news);
            guardEnvironment(this, guard, mayChangeHost);
          }
        });
      } catch (error) {
        // The file then leaves no record, and the reporter calls it unguarded; its tests run as they are.
        process.stderr.write(`jest-hermetic: a fault of ours, ${context.testPath} is not guarded: ${String(error)}\n`);
      }
    }
  } as unknown as EnvironmentClass;
}

function lookBefore(): HostNews | null {
  try {
    return watching().lookAtHost();
  } catch {
    // Said when the file's own guard looks.
    return null;
  }
}

function guardEnvironment(environment: JestEnvironment, guard: FileGuard, mayChangeHost: boolean): void {
  // Own properties, because a base may define its handlers as class fields, which a prototype's method cannot override.
  const { handleTestEvent, exportConditions, setup, teardown } = environment;
  const ownExportConditions = function (this: JestEnvironment): string[] {
    guard.seeRuntime(ownExportConditions);
    return (exportConditions && apply(exportConditions, this, [])) ?? [];
  };
  install(environment, 'exportConditions', ownExportConditions);
  install(environment, 'handleTestEvent', eventHandler(handleTestEvent, environment, guard));
  if (mayChangeHost) {
    install(environment, 'setup', async function (this: JestEnvironment): Promise<void> {
      const afterBase = guard.aroundBase('setup');
      try {
        await apply(setup, this, []);
      } finally {
        afterBase();
      }
    });
  }
  install(environment, 'teardown', async function (this: JestEnvironment): Promise<void> {
    const afterBase = mayChangeHost ? guard.aroundBase('teardown') : () => false;
    try {
      await apply(teardown, this, []);
    } finally {
      guard.afterTeardown(afterBase());
    }
  });
}

/** Not an assignment, which what a base defined on its prototype may refuse. */
function install<Name extends keyof JestEnvironment>(
  environment: object,
  name: Name,
  value: JestEnvironment[Name],
): void {
  Object.defineProperty(environment, name, { value, writable: true, enumerable: true, configurable: true });
}

function eventHandler(
  base: JestEnvironment['handleTestEvent'],
  environment: JestEnvironment,
  guard: FileGuard,
): EventHandler {
  if (base !== undefined) {
    return ((event: Circus.Event, state: Circus.State) =>
      afterBase(base, environment, event, state, guard)) as EventHandler;
  }
  const handler = (event: Circus.Event, state: Circus.State): void => {
    if (event.name === 'setup') guard.joinHandlers(handler);
    guard.handle(event, state);
  };
  // circus binds it to the environment, and we have to find it again among its handlers.
  handler.bind = () => handler;
  return handler as EventHandler;
}

/** Events that circus dispatches without waiting: what we note must be noted before it goes on. */
const NOT_AWAITED: ReadonlySet<string> = new Set([
  'start_describe_definition',
  'finish_describe_definition',
  'add_hook',
  'add_test',
  'error',
  'error_handled',
]);

function afterBase(
  base: EventHandler,
  environment: JestEnvironment,
  event: Circus.Event,
  state: Circus.State,
  guard: FileGuard,
): void | Promise<void> {
  let answer: unknown;
  try {
    answer = apply(base, environment, [event, state]);
  } catch (error) {
    guard.handle(event, state);
    throw error;
  }
  if (NOT_AWAITED.has(event.name) || !(answer instanceof Promise)) {
    guard.handle(event, state);
    return answer as Promise<void>;
  }
  return answer.finally(() => guard.handle(event, state));
}
