import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Site } from '@jest-hermetic/leak-record';
import type { ActFrames, RawFrame } from './frame';

// What everything beside this file rests on, on the real thing: the runtime is found and handed over in time, and the
// places that V8 and Jest's source maps give are those of the source.

const repository = join(__dirname, '../../../..');

/** What the environment of the fixture writes for one test file. */
interface Found {
  runtimeFile: string;
  /** Modules in the registry when the runtime was handed over. */
  loadedBefore: number;
  acts: { label: string; raw: ActFrames; site: Site; owner: Site }[];
  values: { label: string; raw: RawFrame; site: Site }[];
}

const environment = `
const { writeFileSync } = require('node:fs');
const { basename } = require('node:path');
require(process.env.FIXTURE_REGISTER).register({ target: 'node20' });
const load = (file) => require(process.env.FIXTURE_SOURCES + '/' + file + '.ts');
const { captureFrames } = load('site/capture-frames');
const { selectFrames } = load('site/user-frames');
const { isOurFile } = load('site/our-files');
const { SiteMapper } = load('site/source-maps');
const { firstLineShift } = load('runtime/first-line-shift');
const { locateFunctions } = load('site/value-location');
const { findRuntimeModule, patchResetModules, registerEnvironment } = load('runtime/find-runtime');
const { TestEnvironment } = require(process.env.FIXTURE_BASE);

const runtimes = new WeakMap();
const onInstance = (runtime, environment) => {
  const registry = runtime._moduleRegistry ?? runtime.registries.moduleRegistry;
  runtimes.set(environment, { runtime, loadedBefore: registry.size });
};

module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    registerEnvironment(this);
    const acts = (this.acts = []);
    const rules = { ownerFile: context.testPath, isOurs: isOurFile };
    this.global.act = function act(label) {
      acts.push({ label, raw: selectFrames(captureFrames(act), rules) });
    };
    this.values = [];
    this.global.value = (label, value) => void this.values.push({ label, value });
    this.rootDir = config.projectConfig.rootDir;
    this.testPath = context.testPath;
  }
  exportConditions() {
    const found = findRuntimeModule(this.exportConditions);
    this.runtimeFile = found.file;
    patchResetModules(found.Runtime, onInstance);
    return super.exportConditions();
  }
  handleTestEvent({ name }) {
    if (name !== 'run_finish') return;
    const { runtime, loadedBefore } = runtimes.get(this);
    const { rootDir, runtimeFile } = this;
    const maps = runtime.getSourceMaps();
    const mapper = new SiteMapper({ sourceMapOf: (file) => maps.get(file), firstLineShiftOf: firstLineShift(runtime), rootDir });
    const places = locateFunctions(this.values.map(({ value }) => value));
    const found = {
      runtimeFile,
      loadedBefore,
      acts: this.acts.map(({ label, raw }) => ({ label, raw, site: mapper.map(raw.site), owner: mapper.map(raw.owner) })),
      values: this.values.map(({ label }, i) => ({ label, raw: places[i], site: mapper.map(places[i]) })),
    };
    writeFileSync(process.env.FIXTURE_OUT + '/' + basename(this.testPath) + '.json', JSON.stringify(found));
  }
};
`;

const typescript = (helper: string) => `interface Removed {
  text: string;
}
import { helper } from './${helper}';

act('top');
test('t', async () => {
  const a: Removed = { text: 'a' };
  act('body'); act('second');
  helper(() => act('callback'));
  await null;
  act('async');
  value('arrow', (b: Removed) => b);
  value('named', function named<T>(b: T): T { return b; });
  class Made { text: Removed = a; }
  value('class', Made); value('instance', new Made());
});
`;

const helper = `type Callback = () => void;

export function helper(callback: Callback): void {
  act('helper'); callback();
}
`;

const onOneLine = "act('first'); test('t', () => { act('body'); value('arrow', () => 1); });\nact('next');\n";

const files: Record<string, string> = {
  'environment.js': environment,
  'package.json': '{}',
  'cjs/a.test.ts': typescript('helper'),
  'cjs/helper.ts': helper,
  'cjs/plain.test.js': onOneLine,
  'esm/b.test.mts': typescript('helper.mts'),
  'esm/helper.mts': helper,
  'esm/plain.test.mjs': onOneLine,
};

function configFor(babelJest: string, root: string) {
  const presets = (modules: false | 'commonjs') => [
    [require.resolve('@babel/preset-env'), { targets: { node: '20' }, modules }],
    require.resolve('@babel/preset-typescript'),
  ];
  const common = { testEnvironment: join(root, 'environment.js'), cacheDirectory: join(root, 'cache'), haste: {} };
  const transform = (modules: false | 'commonjs') => [
    babelJest,
    { babelrc: false, configFile: false, presets: presets(modules) },
  ];
  return {
    rootDir: root,
    projects: [
      {
        ...common,
        rootDir: join(root, 'cjs'),
        testMatch: ['**/*.test.?s'],
        transform: { '\\.ts$': transform('commonjs') },
      },
      {
        ...common,
        rootDir: join(root, 'esm'),
        testMatch: ['**/*.test.m?s'],
        moduleFileExtensions: ['mts', 'mjs', 'js', 'ts', 'json'],
        extensionsToTreatAsEsm: ['.mts'],
        transform: { '\\.mts$': transform(false) },
      },
    ],
  };
}

describe.each([
  ['29.7', join(repository, 'e2e/jest-29')],
  ['30.5', repository],
])('on Jest %s', (_version, installation) => {
  let root: string;
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'on-jest-')));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    const fromInstallation = createRequire(join(installation, 'package.json'));
    const fromJest = createRequire(fromInstallation.resolve('jest'));
    const fromConfig = createRequire(createRequire(fromJest.resolve('@jest/core')).resolve('jest-config'));
    writeFileSync(join(root, 'jest.config.json'), JSON.stringify(configFor(fromConfig.resolve('babel-jest'), root)));
    const jest = fromInstallation.resolve('jest/bin/jest');
    execFileSync(
      process.execPath,
      ['--experimental-vm-modules', '--no-warnings', jest, '-c', join(root, 'jest.config.json'), '-i'],
      {
        stdio: 'pipe',
        cwd: root,
        env: {
          ...process.env,
          FIXTURE_REGISTER: require.resolve('esbuild-register/dist/node'),
          FIXTURE_SOURCES: join(__dirname, '..'),
          FIXTURE_BASE: fromInstallation.resolve('jest-environment-node'),
          FIXTURE_OUT: root,
        },
      },
    );
  }, 60_000);
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const read = (test: string) => JSON.parse(readFileSync(join(root, `${test}.json`), 'utf8')) as Found;

  /** Where `text` stands in a source file, in the form of a site. */
  function placeOf(path: string, text: string): Site {
    const lines = files[path]!.split('\n');
    const line = lines.findIndex((candidate) => candidate.includes(text));
    return { file: path.split('/')[1]!, line: line + 1, column: lines[line]!.indexOf(text) + 1 };
  }

  test.each([
    ['a.test.ts', 'cjs', 'helper.ts'],
    ['b.test.mts', 'esm', 'helper.mts'],
  ])('%s (%s): every act stands where the source has it', (test, project, helperFile) => {
    const { acts, runtimeFile, loadedBefore } = read(test);
    expect(runtimeFile).toMatch(/jest-runtime[\\/]build[\\/]index\.js$/);
    expect(loadedBefore).toBe(0);
    const labels = ['top', 'body', 'second', 'helper', 'callback', 'async'];
    expect(acts.map(({ label }) => label)).toEqual(labels);
    expect(acts.some(({ raw, site }) => raw.site!.line !== site.line)).toBe(true);
    for (const { label, raw, site, owner } of acts) {
      const inHelper = label === 'helper';
      const file = `${project}/${inHelper ? helperFile : test}`;
      expect({ label, site }).toEqual({ label, site: placeOf(file, `act('${label}')`) });
      expect(raw.via).toBeNull();
      // Babel writes a call of an import as (0, _helper.helper)(), of which V8 names the end: so no column here.
      const { file: ownerFile, line } = inHelper ? placeOf(`${project}/${test}`, 'helper(()') : site;
      expect(owner).toMatchObject({ file: ownerFile, line });
    }
  });

  test.each([
    ['a.test.ts', 'cjs'],
    ['b.test.mts', 'esm'],
  ])('%s (%s): every value was made on its line', (test, project) => {
    const made = { arrow: '(b: Removed)', named: '<T>', class: 'class Made', instance: 'class Made' };
    const lines = read(test).values.map(({ label, site }) => [label, site.file, site.line]);
    expect(lines).toEqual(
      Object.entries(made).map(([label, text]) => [label, test, placeOf(`${project}/${test}`, text).line]),
    );
  });

  test.each([
    ['plain.test.js', 'cjs'],
    ['plain.test.mjs', 'esm'],
  ])('%s (%s): the columns of a first line are those of the source', (test, project) => {
    const { acts, values } = read(test);
    for (const { label, site } of acts) {
      expect({ label, site }).toEqual({ label, site: placeOf(`${project}/${test}`, `act('${label}')`) });
    }
    expect(acts).toHaveLength(3);
    expect(values.map(({ site }) => site)).toEqual([placeOf(`${project}/${test}`, '() => 1')]);
  });
});
