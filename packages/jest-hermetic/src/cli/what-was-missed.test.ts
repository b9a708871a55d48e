import { report, reportFile } from './testing/reports';
import { hiddenLines, unwatchedLines } from './what-was-missed';

const blind = reportFile({ unobservable: ['module-purged', 'mock-registered'] });

test.each([
  ['30.5.2', 'Jest 30.5.2'],
  [null, 'this Jest'],
])('nothing is called clean where %s could not be watched', (jest, name) => {
  expect(unwatchedLines({ ...report({ files: [blind] }), jest })).toEqual([
    `module-purged and mock-registered could not be watched on ${name}, so the run is not known to be clean of them. ` +
      'jest-hermetic knows Jest 29.7 to 30.5 with its own runtime. With another one, update jest-hermetic or report it.',
  ]);
});

test('where a file was watched as a whole there is nothing to say', () => {
  expect(unwatchedLines(report({ files: [blind, reportFile()] }))).toEqual([]);
  expect(unwatchedLines(report({ files: [] }))).toEqual([]);
});

test('files that may hide leaks are counted by their reason', () => {
  const because = (unexercisedBecause: string | null) => reportFile({ exercised: false, unexercisedBecause });
  const unguarded = reportFile({ guarded: false, exercised: false, unexercisedBecause: 'other environment' });
  expect(hiddenLines({ files: [reportFile(), unguarded] })).toEqual([]);
  expect(hiddenLines({ files: [because('a test failed')] })).toEqual([
    '1 test file may hide leaks that are not in the list: a test failed (1).',
  ]);
  const files = [because('b'), because('a'), because('a'), because(null), because('c')];
  expect(hiddenLines({ files })).toEqual([
    '5 test files may hide leaks that are not in the list: a (2), b (1), it did not run to its end (1), and others.',
  ]);
});
