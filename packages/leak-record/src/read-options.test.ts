import { DEFAULT_OPTIONS, readOptions } from './index';

const ROOT = 'testEnvironmentOptions.hermetic';

test('nothing configured gives the defaults, as a copy', () => {
  const { options, errors } = readOptions(undefined);
  expect({ options, errors }).toEqual({ options: DEFAULT_OPTIONS, errors: [] });
  options.watch.push('mine');
  options.report.json = false;
  expect(readOptions(undefined).options).toEqual(DEFAULT_OPTIONS);
});

test('every option is taken over', () => {
  const raw = {
    baseline: 'ci/known.txt',
    gate: 'latent',
    watch: ['src/**'],
    watchPackages: ['react'],
    ignore: [
      { reason: 'all of it' },
      { owner: 'test/**', kind: 'process-state', key: 'process.*', reason: 'until PROJ-1' },
    ],
    contain: 'scope',
    failAt: 'run',
    stale: 'warn',
    baseEnvironment: 'jest-environment-jsdom',
    report: { json: false, github: true },
  };
  expect(readOptions(raw)).toEqual({ options: raw, errors: [] });
});

test('an option set to undefined is as if left out', () => {
  expect(readOptions({ gate: undefined, report: { json: undefined } })).toEqual({
    options: DEFAULT_OPTIONS,
    errors: [],
  });
});

test('a part of report leaves the other part at its default', () => {
  expect(readOptions({ report: { github: false } }).options.report).toEqual({
    json: DEFAULT_OPTIONS.report.json,
    github: false,
  });
});

describe('watch', () => {
  test('replaces the default globs', () => {
    expect(readOptions({ watch: ['src/**', '!src/gen/**'] }).options.watch).toEqual(['src/**', '!src/gen/**']);
  });

  test('is read after the default globs when it begins by taking away', () => {
    expect(readOptions({ watch: ['!src/gen/**'] }).options.watch).toEqual([...DEFAULT_OPTIONS.watch, '!src/gen/**']);
  });

  test('watches nothing when empty', () => {
    expect(readOptions({ watch: [] }).options.watch).toEqual([]);
  });
});

test.each([
  [null, [`${ROOT} is null; allowed: an object.`]],
  [['gate'], [`${ROOT} is a list; allowed: an object.`]],
  [{ gate: 'escapd' }, [`${ROOT}.gate is "escapd"; allowed: "latent", "escaped", "observed". Did you mean "escaped"?`]],
  [{ baseline: '' }, [/\.baseline is ""; allowed: a path relative to rootDir/]],
  [{ baseline: '<rootDir>/known.txt' }, [/\.baseline is "<rootDir>\/known\.txt"; .*without the <rootDir> token/]],
  [{ watch: 'src/**' }, [`${ROOT}.watch is "src/**"; allowed: a list of globs.`]],
  [{ watch: ['src/**', 3] }, [/\.watch\[1\] is 3;/]],
  [{ watchPackages: [null] }, [/\.watchPackages\[0\] is null;/]],
  [{ ignore: {} }, [/\.ignore is an object; allowed: a list/]],
  [{ ignore: [{ owner: 'a' }] }, [`${ROOT}.ignore[0].reason is missing; allowed: a string that is not empty.`]],
  [{ ignore: [{ reason: '  ' }] }, [/\.ignore\[0\]\.reason is " {2}";/]],
  [{ ignore: [{ kind: 'mock-registred', reason: 'x' }] }, [/\.ignore\[0\]\.kind .*Did you mean "mock-registered"\?/]],
  [{ ignore: [{ owners: 'a', reason: 'x' }] }, [/\.ignore\[0\]\.owners is not known here; .*Did you mean "owner"\?/]],
  [{ contain: true }, [/\.contain is true; allowed: "off", "file", "scope"\./]],
  [{ failAt: 'file' }, [/\.failAt is "file"; allowed: "test", "run"\./]],
  [{ stale: 'error' }, [/\.stale is "error"; allowed: "fail", "warn"\./]],
  [{ baseEnvironment: () => 1 }, [/\.baseEnvironment is a function;/]],
  [{ report: 'x' }, [/\.report is "x"; allowed: an object\./]],
  [{ report: { json: true } }, [/\.report\.json is true; allowed: a path .*, or false\./]],
  [{ report: { github: 'always' } }, [/\.report\.github is "always"; allowed: true, false, "auto"\./]],
  [{ report: { jsn: 'x' } }, [/\.report\.jsn is not known here; .*Did you mean "json"\?/]],
  [
    { gates: 'latent', 'a b': 1 },
    [/\.gates is not known here; .*Did you mean "gate"\?/, /\["a b"\] is not known here/],
  ],
  [{ gate: 1, stale: 2, report: { json: 3 } }, [/\.gate is 1/, /\.stale is 2/, /\.report\.json is 3/]],
])('%j is refused and keeps the defaults', (raw, expected) => {
  const { options, errors } = readOptions(raw);
  expect(options).toEqual(DEFAULT_OPTIONS);
  expect(errors).toEqual(
    expected.map((words) => (typeof words === 'string' ? words : (expect.stringMatching(words) as unknown))),
  );
});

test('a wrong option does not take the right ones with it', () => {
  const { options, errors } = readOptions({ gate: 'latent', report: { json: false, github: 'no' } });
  expect(errors).toHaveLength(1);
  expect(options.gate).toBe('latent');
  expect(options.report).toEqual({ json: false, github: 'auto' });
});
