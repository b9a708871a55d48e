import { createProject, jestLines, runJest, type ProjectFiles, type TestOutcome } from '../harness';

jest.setTimeout(120_000);

/** Has its handler as a class field, no export conditions, and a host that it changes and puts back itself. */
const BASE = `
const { TestEnvironment } = require('jest-environment-node');
const os = require('os');

module.exports = class extends TestEnvironment {
  handleTestEvent = async (event) => {
    await null;
    if (event.name === 'test_start') this.global.started.push(event.test.name);
    if (event.name === 'test_done' && event.test.name === 'fails in the base') throw new Error('of the base');
  };
  constructor(config, context) {
    super(config, context);
    this.global.started = [];
    this.real = { hostname: os.hostname, arch: os.arch };
    os.hostname = () => 'made by the base';
  }
  async setup() {
    await super.setup();
    os.arch = () => 'set up by the base';
  }
  async teardown() {
    Object.assign(os, this.real);
    await super.teardown();
  }
};
Object.defineProperty(module.exports.prototype, 'exportConditions', { value: undefined });
`;

const TESTS = `
const os = require('os');
test('one', () => {
  expect([os.hostname(), os.arch()]).toEqual(['made by the base', 'set up by the base']);
  jest.doMock('./env', () => ({}));
});
test('two', () => {
  require('./env');
  expect(started).toEqual(['one', 'two']);
  os.hostname = () => 'put back by the base';
  os.uptime = () => 0;
});
`;

const files: ProjectFiles = {
  'package.json': {},
  'base.js': BASE,
  'env.js': '',
  'a.test.js': TESTS,
  'b.test.js': TESTS,
  'plain.json': { testEnvironment: '<rootDir>/base.js', transform: {} },
};

function configOf(contain: string) {
  const hermetic = { baseEnvironment: '<rootDir>/base.js', contain, failAt: 'run' };
  return {
    testEnvironment: 'jest-hermetic',
    testEnvironmentOptions: { hermetic },
    reporters: ['default', 'jest-hermetic/reporter'],
    transform: {},
  };
}

const byFile = (a: TestOutcome, b: TestOutcome): number => (a.file < b.file ? -1 : Number(a.file > b.file));

describe.each(jestLines())('a base environment on Jest $name', (line) => {
  test.each(['off', 'file', 'scope'])(
    "comes first, and what it does to the host is no leak (contain: '%s')",
    async (contain) => {
      const project = createProject({ ...files, 'jest.config.json': configOf(contain) }, line);
      const { report, results } = await runJest(project);
      const found = report!.leaks
        .filter(({ verdict }) => verdict === 'new')
        .map(({ owner, kind, key, scopes }) => `${owner} ${kind} ${key} ${scopes[0]?.name}`);
      expect(found.toSorted()).toEqual([
        'a.test.js core-module-mutated os.uptime two',
        'a.test.js mock-registered env.js one',
        'b.test.js core-module-mutated os.uptime two',
        'b.test.js mock-registered env.js one',
      ]);
      const plain = await runJest(project, ['-c', 'plain.json']);
      expect(plain.results!.tests.toSorted(byFile)).toEqual(results!.tests.toSorted(byFile));
    },
  );

  test('its errors stay', async () => {
    const tests = "test('fails in the base', () => {});\ntest('next', () => {});\n";
    const project = createProject({ ...files, 'a.test.js': tests, 'jest.config.json': configOf('off') }, line);
    const guarded = await runJest(project, ['a.test.js']);
    const plain = await runJest(project, ['a.test.js', '-c', 'plain.json']);
    expect([guarded.exitCode, guarded.stderr.includes('of the base')]).toEqual([1, true]);
    expect([plain.exitCode, plain.stderr.includes('of the base')]).toEqual([1, true]);
  });

  test.each([
    ['an error of the base', `test('fails in the base', () => { leak(); });`],
    ['an error at the top', `leak();\nthrow new Error('at the top');`],
  ])('%s ends a file early: sites are those of the source all the same', async (_, code) => {
    const types = 'interface Shape {\n  a: number;\n  b: string;\n}\n';
    const leak = `const leak = (): void => {\n  require('os').uptime = () => 0;\n};\n`;
    const typed = { '\\.ts$': ['babel-jest', { presets: ['@babel/preset-typescript'] }] };
    const config = { ...configOf('off'), transform: typed };
    const project = createProject(
      { ...files, 'a.test.ts': `${types}${leak}${code}`, 'jest.config.json': config },
      line,
    );
    const { report, results } = await runJest(project, ['a.test.ts']);
    expect(results?.brokenFiles).toHaveLength(1);
    expect(report?.leaks).toMatchObject([{ key: 'os.uptime', site: { file: 'a.test.ts', line: 6 } }]);
  });
});
