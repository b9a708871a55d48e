import { byTest, inTest, type ExpectedLeak } from '../situations/situation';
import type { Dialect } from './dialect';

/** A leaking test file, its repaired twin, what they load, and exactly the leaks there are. */
export interface Suite {
  files: Record<string, string>;
  leaks: ExpectedLeak[];
}

/** One test that leaks: the line that does it, what the twin does in its place, and what is reported. */
interface Step {
  mark: string;
  leak: string;
  twin: string;
  found: Omit<ExpectedLeak, 'at' | 'scopes' | 'grade'>;
  /** The line of the load by which the last test received it. */
  receivedAt?: string;
}

/** A leak of every kind, each in a test of its own, and a last test that meets them all. */
export function leakSuite(dialect: Dialect): Suite {
  const { extension, app, env, tests, write } = dialect;
  const steps = stepsOf(dialect);
  const leaks = `${tests}leaks.test${extension}`;
  return {
    files: {
      [env.file]: write.env(dialect),
      [app.file]: write.app(dialect),
      [leaks]: testFile(
        dialect,
        steps.map(({ mark, leak }) => [mark, `${leak} // @${mark}`]),
        { mode: 'mock', mark: ' // @load' },
      ),
      [`${tests}twin.test${extension}`]: testFile(
        dialect,
        steps.map(({ mark, twin }) => [mark, twin]),
        { mode: 'real', mark: '' },
      ),
    },
    leaks: steps.map(({ mark, found, receivedAt }, index) => ({
      ...found,
      owner: `./${leaks}`,
      at: `@${mark}`,
      grade: receivedAt === undefined ? 'escaped' : 'observed',
      scopes: [
        inTest(mark, {
          ownerAt: `@${mark}`,
          escapedTo: steps[index + 1]?.mark ?? 'last',
          observedBy: receivedAt === undefined ? [] : [byTest('last', receivedAt)],
        }),
      ],
    })),
  };
}

function testFile(dialect: Dialect, tests: [string, string][], last: { mode: string; mark: string }): string {
  return [
    ...dialect.head(dialect),
    ...tests.flatMap(([name, body]) => [`test('${name}', async () => {`, `  ${body}`, '});']),
    "test('last', async () => {",
    `  const { settings: now } = ${dialect.load(dialect.app.request)};${last.mark}`,
    `  expect(now.read()).toBe('${last.mode}');`,
    '});',
    '',
  ].join('\n');
}

function stepsOf({ isEsm, app, env, factory, load }: Dialect): Step[] {
  const call = `jest.${isEsm ? 'unstable_mockModule' : 'doMock'}`;
  const mock = `${call}('${env.request}'${factory});`;
  return [
    {
      mark: 'purge',
      leak: 'jest.resetModules();',
      twin: `await freshModules(async () => ${load(app.request)});`,
      found: {
        kind: 'module-purged',
        key: 'registry',
        siteIs: 'call',
        call: 'jest.resetModules',
        module: isEsm ? 'esm' : null,
      },
      receivedAt: '@load',
    },
    {
      mark: 'mock',
      leak: mock,
      twin: `freshModules(() => { ${mock} });`,
      found: {
        kind: 'mock-registered',
        key: env.key,
        siteIs: 'call',
        call,
        module: isEsm ? 'esm' : 'cjs',
      },
      receivedAt: '@env',
    },
    {
      mark: 'method',
      leak: 'Cart.prototype.total = () => 2;',
      twin: `const { total } = Cart.prototype; Cart.prototype.total = () => 2; Cart.prototype.total = total;`,
      found: { kind: 'export-mutated', key: `${app.key}#Cart.prototype.total`, siteIs: 'value', call: null },
    },
    {
      mark: 'spy',
      leak: "jest.spyOn(settings, 'read');",
      twin: "jest.spyOn(settings, 'read').mockRestore();",
      found: {
        kind: 'export-mutated',
        key: `${app.key}#settings.read`,
        siteIs: 'call',
        call: 'jest.spyOn',
      },
    },
    {
      mark: 'property',
      leak: "jest.replaceProperty(settings, 'limit', 2);",
      twin: "jest.replaceProperty(settings, 'limit', 2).restore();",
      found: {
        kind: 'export-mutated',
        key: `${app.key}#settings.limit`,
        siteIs: 'call',
        call: 'jest.replaceProperty',
      },
    },
    {
      mark: 'core',
      leak: "os.hostname = () => 'fake';",
      twin: "const { hostname } = os; os.hostname = () => 'fake'; os.hostname = hostname;",
      found: { kind: 'core-module-mutated', key: 'os.hostname', siteIs: 'value', call: null },
    },
    {
      mark: 'coreSpy',
      leak: "jest.spyOn(os, 'release');",
      twin: "jest.spyOn(os, 'release').mockRestore();",
      found: { kind: 'core-module-mutated', key: 'os.release', siteIs: 'call', call: 'jest.spyOn' },
    },
    {
      mark: 'host',
      leak: 'Buffer.isEncoding = () => true;',
      twin: 'const { isEncoding } = Buffer; Buffer.isEncoding = () => true; Buffer.isEncoding = isEncoding;',
      found: { kind: 'host-object-mutated', key: 'Buffer.isEncoding', siteIs: 'value', call: null },
    },
    {
      mark: 'process',
      leak: 'process.umask(0o27);',
      twin: 'process.umask(process.umask(0o27));',
      found: { kind: 'process-state', key: 'process.umask', siteIs: 'call' },
    },
    {
      mark: 'cache',
      leak: "Module._extensions['.fake'] = () => {};",
      twin: "Module._extensions['.fake'] = () => {}; delete Module._extensions['.fake'];",
      found: { kind: 'host-require-cache', key: 'Module._extensions[.fake]', siteIs: 'value' },
    },
  ];
}
