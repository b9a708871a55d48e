import type { IgnoreRule } from '@jest-hermetic/leak-record';
import { applyIgnores } from './ignores';
import { makeLeak } from './testing/leaks';

const leak = makeLeak({ owner: 'test/setup/.env.js', kind: 'core-module-mutated', key: 'fs.promises.readFile' });

test.each<[rule: Omit<IgnoreRule, 'reason'>, covered: boolean]>([
  [{}, true],
  [{ owner: 'test/setup/.env.js' }, true],
  [{ owner: 'test/**' }, true],
  [{ owner: 'src/**' }, false],
  [{ kind: 'core-module-mutated' }, true],
  [{ kind: 'process-state' }, false],
  [{ key: 'fs.*' }, true],
  [{ key: 'path.*' }, false],
  [{ owner: 'test/**', key: 'path.*' }, false],
])('the rule %j covers it: %s', (rule, covered) => {
  const { kept, count, used } = applyIgnores([leak], [{ ...rule, reason: 'known' }]);
  expect({ kept, count, used }).toEqual(
    covered ? { kept: [], count: 1, used: [0] } : { kept: [leak], count: 0, used: [] },
  );
});

test('a key with glob characters is matched as it stands', () => {
  const odd = makeLeak({ key: 'Module._extensions[.x]' });
  expect(applyIgnores([odd], [{ key: 'Module._extensions[.x]', reason: 'r' }]).kept).toEqual([]);
});

test('the first rule that covers a leak is the one that was used', () => {
  const rules = [{ owner: 'none', reason: 'a' }, { owner: 'test/**', reason: 'b' }, { reason: 'c' }];
  const { count, used } = applyIgnores([makeLeak(), leak], rules);
  expect({ count, used }).toEqual({ count: 2, used: [1, 2] });
});

test('without rules everything is kept', () => {
  expect(applyIgnores([leak], [])).toEqual({ kept: [leak], count: 0, used: [] });
});
