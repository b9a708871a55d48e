import { createProject, jestLines, runJest } from '../harness';

jest.setTimeout(120_000);

const LEAK = `
test('one', () => {
  jest.doMock('./env', () => ({}));
});
test('two', () => expect(typeof document).toBe('<document>'));
`;

/** What a docblock asks for, what `typeof document` is there, and what is to be written instead. */
const ROWS: [environment: string, document: string, instead: string][] = [
  ['node', 'undefined', 'jest-hermetic'],
  ['jsdom', 'object', 'jest-hermetic/jsdom'],
  ['jest-environment-jsdom', 'object', 'jest-hermetic/jsdom'],
  ['./own.js', 'object', './hermetic-environment.js'],
];

const files = Object.fromEntries([
  ...ROWS.map(([environment, document], index) => [
    `${index}.test.js`,
    `/** @jest-environment ${environment} */${LEAK.replace('<document>', document)}`,
  ]),
  ['guarded.test.js', LEAK.replace('<document>', 'undefined')],
  ['env.js', ''],
  ['own.js', `module.exports = require('jest-environment-jsdom');`],
  ['package.json', {}],
  [
    'jest.config.json',
    {
      testEnvironment: 'jest-hermetic',
      testEnvironmentOptions: { hermetic: { failAt: 'run' } },
      reporters: ['default', 'jest-hermetic/reporter'],
      transform: {},
    },
  ],
]);

describe.each(jestLines())('a docblock that selects another environment on Jest $name', (line) => {
  test('leaves its file unguarded, and what is to be written instead guards it in the same environment', async () => {
    const project = createProject(files, line);
    const before = await runJest(project);
    expect(before.report!.leaks.map(({ owner }) => owner)).toEqual(['guarded.test.js']);
    expect(before.report!.files.filter(({ guarded }) => guarded).map(({ path }) => path)).toEqual(['guarded.test.js']);

    const told = before.output.replace(/\s*\n\s+/g, ' ');
    ROWS.forEach(([environment, , instead], index) => {
      const words = `${index}.test.js): for @jest-environment ${environment} write @jest-environment ${instead}`;
      expect(told).toContain(words);
      const test = project.read(`${index}.test.js`)!;
      project.write({ [`${index}.test.js`]: test.replace(environment, instead) });
    });
    const [, code] = /a file in rootDir with: (.*?\)\))/.exec(told)!;
    project.write({ 'hermetic-environment.js': code });

    const after = await runJest(project);
    expect(after.results!.tests.filter(({ status }) => status !== 'passed')).toEqual([]);
    expect(after.report!.leaks.map(({ owner }) => owner).toSorted()).toEqual(
      [...ROWS.keys()].map((index) => `${index}.test.js`).concat('guarded.test.js'),
    );
  });
});
