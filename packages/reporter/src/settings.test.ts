import { DEFAULT_OPTIONS } from '@jest-hermetic/leak-record';
import { readSettings } from './settings';

const project = (name: string, hermetic?: unknown) => ({ name, testEnvironmentOptions: { hermetic } });

test('without projects the defaults hold', () => {
  const { baseline, report, failAt, stale } = DEFAULT_OPTIONS;
  expect(readSettings([], {})).toEqual({
    baseline,
    report,
    failAt,
    stale,
    ignores: new Map(),
    uncontained: new Set(),
    errors: [],
  });
});

test('projects that agree', () => {
  const hermetic = { baseline: 'x.txt', report: { json: false } };
  const settings = readSettings([project('a', hermetic), project('b', { ...hermetic, gate: 'latent' })], {});
  expect(settings).toMatchObject({ baseline: 'x.txt', report: { json: false, github: 'auto' }, errors: [] });
});

test('a disagreement names the option, both projects and both values', () => {
  const projects = [project('a'), project('b'), project('c', { stale: 'warn', baseline: 'c.txt' })];
  expect(readSettings(projects, {}).errors).toEqual([
    'The projects a and c disagree on testEnvironmentOptions.hermetic.baseline: "leak-baseline.txt" and "c.txt". ' +
      'It holds for the whole run: give it the same value in all projects.',
    'The projects a and c disagree on testEnvironmentOptions.hermetic.stale: "fail" and "warn". ' +
      'It holds for the whole run: give it the same value in all projects.',
  ]);
});

test('a wrong option names its project only where there are several', () => {
  expect(readSettings([project('a', { gate: 7 })], {}).errors[0]).toMatch(/^testEnvironmentOptions\.hermetic\.gate /);
  expect(readSettings([project('a', { gate: 7 }), project('b')], {}).errors[0]).toMatch(/^Project a: /);
});

test('one that several projects have is told once', () => {
  const wrong = (name: string) => project(name, { gate: 7 });
  expect(readSettings([wrong('a'), project('b'), wrong('c')], {}).errors).toEqual([
    expect.stringMatching(/^Projects a, c: testEnvironmentOptions\.hermetic\.gate /),
  ]);
  expect(readSettings([wrong('a'), wrong('b')], {}).errors).toEqual([
    expect.stringMatching(/^testEnvironmentOptions\.hermetic\.gate /),
  ]);
});

test.each([
  ['warn', 'warn', []],
  ['', 'fail', []],
  [undefined, 'fail', []],
  ['off', 'fail', ['JEST_HERMETIC_STALE is "off": set it to fail or warn, or unset it.']],
])('JEST_HERMETIC_STALE=%s', (value, stale, errors) => {
  expect(readSettings([project('a')], { JEST_HERMETIC_STALE: value })).toMatchObject({ stale, errors });
});

test.each([
  [{ JEST_HERMETIC: '0' }, ['JEST_HERMETIC is "0": set it to off or on, or unset it.']],
  [{ JEST_HERMETIC: 'on', JEST_HERMETIC_FAIL_AT: 'test' }, []],
  [{ JEST_HERMETIC: '', JEST_HERMETIC_FAIL_AT: 'run' }, []],
  [{ JEST_HERMETIC_FAIL_AT: 'end' }, ['JEST_HERMETIC_FAIL_AT is "end": set it to run or test, or unset it.']],
])('the environment %j', (environment, errors) => {
  expect(readSettings([project('a')], environment)).toMatchObject({ errors });
});

test('each project keeps its own ignore rules', () => {
  const rule = { owner: 'a.test.js', reason: 'later' };
  expect(readSettings([project('a', { ignore: [rule] }), project('b')], {}).ignores).toEqual(
    new Map([
      ['a', [rule]],
      ['b', []],
    ]),
  );
});
