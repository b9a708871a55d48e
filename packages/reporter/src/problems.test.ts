import { unusedOptOuts, usageErrorsOf } from './problems';
import { sampleRecord } from './testing/samples';

const rule = { owner: 'a.test.ts', reason: 'later' };
const other = { key: 'fs.*', reason: 'vendor' };

test('usage errors name their place, once', () => {
  const errors = [
    { message: 'x', file: null, line: null },
    { message: 'x', file: 'a', line: null },
    { message: 'x', file: 'a', line: 3 },
  ];
  expect(usageErrorsOf([sampleRecord({ errors }), sampleRecord({ errors })])).toEqual(['x', 'a: x', 'a:3: x']);
});

test('an ignore rule is unused only if no project used it, in a complete run', () => {
  const records = [sampleRecord({ path: 'a', ignoresUsed: [1] }), sampleRecord({ path: 'b', ignoresUsed: [0] })];
  const ignores = [
    { rules: [rule, other], files: ['a'] },
    { rules: [other], files: ['b'] },
  ];
  expect(unusedOptOuts(records, { complete: true, ignores })).toEqual([
    'The ignore rule {"owner":"a.test.ts"} (later) matched nothing. Take it out.',
  ]);
  expect(unusedOptOuts(records, { complete: false, ignores })).toEqual([]);
});

test('a pattern of freshModules that no module has counts where the file ran to its end', () => {
  const unmatchedPatterns = [{ pattern: 'src/x.js', site: { file: 'a', line: 2 } }];
  const facts = { complete: false, ignores: [] };
  expect(unusedOptOuts([sampleRecord({ unmatchedPatterns })], facts)).toEqual([
    'a:2: no module that was loaded is "src/x.js", so freshModules() does nothing about it. Correct it, or take it out.',
  ]);
  expect(unusedOptOuts([sampleRecord({ unmatchedPatterns, exercised: false })], facts)).toEqual([]);
});

test('an opt-out that covered nothing counts only where the file ran to its end', () => {
  const unusedAllows = [{ kind: 'process-state', key: null, reason: 'why', site: { file: 'a', line: 2 } }];
  const facts = { complete: false, ignores: [] };
  expect(unusedOptOuts([sampleRecord({ unusedAllows })], facts)).toEqual([
    'a:2: the opt-out of process-state (why) covered nothing. Take it out.',
  ]);
  expect(unusedOptOuts([sampleRecord({ unusedAllows, exercised: false })], facts)).toEqual([]);
});
