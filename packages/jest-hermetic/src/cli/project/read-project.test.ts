import path from 'node:path';
import { formatMissingLines } from '../config/format-lines';
import { findMissingLines } from '../config/missing-lines';
import { parseShownConfig } from './jest-binary';
import { readProject } from './read-project';

const ROOT = path.resolve('/project');
const NODE = path.resolve('/project/node_modules/jest-environment-node/build/index.js');
const JSDOM = path.resolve('/project/node_modules/jest-environment-jsdom/build/index.js');
const OURS = path.resolve('/project/node_modules/jest-hermetic/index.js');
const REPORTER = path.resolve('/project/node_modules/jest-hermetic/reporter.js');

interface Part {
  environment?: string;
  hermetic?: unknown;
  name?: string;
}

function shown(parts: Part[], reporters = ['default', REPORTER]) {
  return {
    configs: parts.map(({ environment = OURS, hermetic, name }) => ({
      rootDir: ROOT,
      ...(name !== undefined && { displayName: { name, color: 'white' } }),
      testEnvironment: environment,
      testEnvironmentOptions: hermetic === undefined ? {} : { hermetic },
    })),
    globalConfig: { rootDir: ROOT, reporters: reporters.map((reporter) => [reporter, {}]) },
  };
}

test('paths are relative to the global rootDir', () => {
  const project = readProject(shown([{ hermetic: { baseline: 'lists/leaks.txt' } }]));
  expect(project.baselineFile).toBe(path.join(ROOT, 'lists/leaks.txt'));
  expect(project.reportFile).toBe(path.join(ROOT, 'node_modules/.cache/jest-hermetic/report.json'));
});

test('a report that is kept off the disk has no file', () => {
  expect(readProject(shown([{ hermetic: { report: { json: false } } }])).reportFile).toBeNull();
});

test('a wrong option stops', () => {
  expect(() => readProject(shown([{ hermetic: { gate: 'never' } }]))).toThrow(/gate/);
});

test('projects must agree on what a run has once', () => {
  const parts = [
    { name: 'unit', hermetic: { baseline: 'a.txt' } },
    { name: 'web', hermetic: { baseline: 'b.txt' } },
  ];
  expect(() => readProject(shown(parts))).toThrow(/projects unit and web set a different baseline/);
});

test('a project that is not ours need not agree', () => {
  const project = readProject(shown([{ environment: NODE }, { hermetic: { baseline: 'b.txt' } }]));
  expect(project.options.baseline).toBe('b.txt');
});

test.each([
  ['nothing', shown([{}]), []],
  [
    'both lines',
    shown([{ environment: NODE }], ['default']),
    ["testEnvironment: 'jest-hermetic',", "reporters: ['default', 'jest-hermetic/reporter'],"],
  ],
  ['the environment', shown([{ environment: NODE, hermetic: {} }]), ["testEnvironment: 'jest-hermetic',"]],
  [
    'the base too',
    shown([{ environment: JSDOM }]),
    [
      "testEnvironment: 'jest-hermetic',",
      "testEnvironmentOptions: { hermetic: { baseEnvironment: 'jest-environment-jsdom' } },",
    ],
  ],
  ['nothing', shown([{ environment: path.resolve('/project/env.js'), hermetic: {} }]), []],
  ['nothing', shown([{ environment: NODE }, {}]), []],
])('misses %s', (_, config, lines) => {
  expect(formatMissingLines(findMissingLines(readProject(config)), 'script')).toEqual(lines);
});

test('anything but a shown config is refused', () => {
  expect(() => readProject({ configs: [] })).toThrow(/no globalConfig/);
});

test('what a config file prints before the JSON is skipped', () => {
  expect(parseShownConfig('loading\n{\n  "a": 1\n}\n')).toEqual({ a: 1 });
  expect(() => parseShownConfig('loading')).toThrow(/not JSON/);
});
