import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import { DEFAULT_OPTIONS } from '@jest-hermetic/leak-record';
import { readFileOptions } from './file-options';

function read(hermetic?: unknown, docblock?: string | string[]) {
  const config = {
    globalConfig: { rootDir: '/p' },
    projectConfig: { testEnvironmentOptions: hermetic === undefined ? {} : { hermetic } },
  } as unknown as JestEnvironmentConfig;
  const pragmas = docblock === undefined ? {} : { 'jest-environment-options': docblock };
  return readFileOptions(config, { testPath: '/p/a.test.js', docblockPragmas: pragmas } as EnvironmentContext);
}

test('the defaults, and what the config changes', () => {
  expect(read()).toEqual({ options: DEFAULT_OPTIONS, errors: [] });
  expect(read({ gate: 'latent' }).options.gate).toBe('latent');
});

test('a wrong option keeps its default; the reporter says what is wrong with it', () => {
  const { options, errors } = read({ gate: 'loud' });
  expect(options.gate).toBe('escaped');
  expect(errors).toEqual([]);
});

test.each<[title: string, docblock: string | string[], refused: boolean]>([
  ['sets hermetic', '{"hermetic":{"gate":"latent"}}', true],
  ['sets something else', '{"url":"https://example.test"}', false],
  ['is no object', '"hermetic"', false],
  ['is null', 'null', false],
  ['is not JSON, which Jest refuses', '{hermetic', false],
  ['stands twice, which Jest refuses', ['{"hermetic":{}}', '{}'], false],
])('a docblock that %s', (_title, docblock, refused) => {
  const { options, errors } = read({ gate: 'observed' }, docblock);
  expect(errors.map(({ file }) => file)).toEqual(refused ? ['a.test.js'] : []);
  expect(options.gate).toBe(refused ? 'escaped' : 'observed');
});

describe('JEST_HERMETIC_FAIL_AT', () => {
  afterEach(() => {
    delete process.env['JEST_HERMETIC_FAIL_AT'];
  });

  test.each([
    ['run', 'run'],
    ['test', 'test'],
    ['', 'test'],
  ])('%j: %s', (value, failAt) => {
    process.env['JEST_HERMETIC_FAIL_AT'] = value;
    expect(read().options.failAt).toBe(failAt);
    expect(DEFAULT_OPTIONS.failAt).toBe('test');
  });
});
