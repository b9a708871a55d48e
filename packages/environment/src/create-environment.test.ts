import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import type { FileRecord } from '@jest-hermetic/leak-record';
import { OUTBOX_VARIABLE } from '@jest-hermetic/leak-record';
import type { EnvironmentClass } from './base-environment';
import { createEnvironment } from './create-environment';

const CONFIG = {
  globalConfig: { rootDir: '/p' },
  projectConfig: { rootDir: '/p', setupFiles: [], setupFilesAfterEnv: [], testEnvironmentOptions: {} },
} as unknown as JestEnvironmentConfig;
const CONTEXT = { testPath: '/p/a.test.js', docblockPragmas: {} } as unknown as EnvironmentContext;
const EVENT = { name: 'setup' } as never;
const STATE = { rootDescribeBlock: { children: [] }, unhandledErrors: [] } as never;

let outbox: string;
beforeEach(() => {
  outbox = mkdtempSync(join(tmpdir(), 'outbox-'));
  process.env[OUTBOX_VARIABLE] = outbox;
});
afterEach(() => {
  delete process.env[OUTBOX_VARIABLE];
  delete process.env['JEST_HERMETIC'];
  rmSync(outbox, { recursive: true });
});

const records = (): FileRecord[] =>
  readdirSync(outbox).map((name) => JSON.parse(readFileSync(join(outbox, name), 'utf8')) as FileRecord);

/** A base as a user may write one: `log` is what it was called with. */
abstract class Base {
  readonly log: unknown[] = [];
  readonly global = { process: Object.create(process) as object };
  constructor(
    readonly given: unknown,
    readonly context: unknown,
  ) {}
  async setup(): Promise<void> {}
  async teardown(): Promise<void> {
    this.log.push('teardown');
  }
  getVmContext(): null {
    return null;
  }
}

type Made = JestEnvironment & Base;

function make(Class: unknown): Made {
  return new (createEnvironment(Class as EnvironmentClass))(CONFIG, CONTEXT) as Made;
}

test('it is the base, made with the same arguments', () => {
  class Plain extends Base {}
  const environment = make(Plain);
  expect(environment).toBeInstanceOf(Plain);
  expect(environment.given).toBe(CONFIG);
  expect(environment.context).toBe(CONTEXT);
});

test('a base without handlers: the record is written at the end of the teardown', async () => {
  const environment = make(class extends Base {});
  expect(environment.exportConditions?.()).toEqual([]);
  expect(environment.handleTestEvent?.(EVENT, STATE)).toBeUndefined();
  expect(records()).toEqual([]);
  await environment.teardown();
  expect(environment.log).toEqual(['teardown']);
  expect(records()).toEqual([
    expect.objectContaining({ path: 'a.test.js', exercised: false, leaks: [], faults: [], errors: [] }),
  ]);
});

test('handlers that are class fields are called, with their own this', async () => {
  const environment = make(
    class extends Base {
      exportConditions = () => ['browser', String(this.log.push('conditions'))];
      handleTestEvent = (event: unknown, state: unknown) => void this.log.push(event, state);
      override teardown = async () => void this.log.push('field teardown');
    },
  );
  expect(environment.exportConditions?.()).toEqual(['browser', '1']);
  void environment.handleTestEvent?.(EVENT, STATE);
  await environment.teardown();
  expect(environment.log).toEqual(['conditions', EVENT, STATE, 'field teardown']);
});

test('an asynchronous handler is awaited before ours', async () => {
  const environment = make(
    class extends Base {
      async handleTestEvent(): Promise<void> {
        await Promise.resolve();
        this.log.push('base');
      }
    },
  );
  const answer = environment.handleTestEvent?.(EVENT, STATE);
  expect(answer).toHaveProperty('then');
  await answer;
  expect(environment.log).toEqual(['base']);
});

test.each<[title: string, handler: () => unknown]>([
  [
    'throws',
    () => {
      throw new Error('of the base');
    },
  ],
  ['rejects', () => Promise.reject(new Error('of the base'))],
])('an error of a handler that %s stays', async (_title, handler) => {
  const environment = make(
    class extends Base {
      handleTestEvent = handler;
    },
  );
  await expect(async () => environment.handleTestEvent?.(EVENT, STATE)).rejects.toThrow('of the base');
});

test('an error of the base’s teardown stays, and the record is written all the same', async () => {
  const environment = make(
    class extends Base {
      override async teardown(): Promise<void> {
        throw new Error('of the teardown');
      }
    },
  );
  await expect(environment.teardown()).rejects.toThrow('of the teardown');
  expect(records()).toHaveLength(1);
});

test('an error of the base’s constructor stays', () => {
  class Broken extends Base {
    constructor() {
      super(null, null);
      throw new Error('of the constructor');
    }
  }
  expect(() => make(Broken)).toThrow('of the constructor');
});

test('JEST_HERMETIC=off leaves the base as it is', async () => {
  process.env['JEST_HERMETIC'] = 'off';
  const environment = make(class extends Base {});
  expect(Object.keys(environment)).not.toContain('teardown');
  expect(environment.handleTestEvent).toBeUndefined();
  await environment.teardown();
  expect(records()).toEqual([]);
});

test('a fault of ours in the constructor is told, and the environment works', async () => {
  const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  class Plain extends Base {}
  const Guarded = createEnvironment(Plain as unknown as EnvironmentClass);
  const broken = { globalConfig: CONFIG.globalConfig, projectConfig: {} } as unknown as JestEnvironmentConfig;
  const environment = new Guarded(broken, CONTEXT) as Made;
  expect(stderr.mock.calls.join()).toMatch(
    /^jest-hermetic: a fault of ours, \/p\/a\.test\.js is not guarded: TypeError/,
  );
  stderr.mockRestore();
  await environment.teardown();
  expect(environment.log).toEqual(['teardown']);
});
