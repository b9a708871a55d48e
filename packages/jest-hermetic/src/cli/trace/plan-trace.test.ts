import type { FoundLeak, TracedWrite, TraceRecord } from '@jest-hermetic/leak-record';
import { leak } from '../testing/reports';
import { planTrace, readTrace } from './plan-trace';

const OS = { kind: 'core-module-mutated', key: 'os.arch', siteIs: 'scope', call: null, is: '"x"' } as const;
const inTest = (name: string) => ({ type: 'test' as const, name, hook: null });

function found(given: Partial<FoundLeak>, tests: string[] = ['one']): FoundLeak {
  const scopes = tests.map((name) => ({ ...inTest(name), ownerSite: null, escapedTo: null, observedBy: [] }));
  return leak({ ...OS, scopes, ...given });
}

function written(line: number | null, test: string, is = '"x"', key: string = OS.key): TracedWrite {
  const site = line === null ? null : { file: 'a.test.js', line, column: 1 };
  const by = line === null ? null : ('tests' as const);
  return { kind: OS.kind, key, site, via: null, calledAt: site, by, scope: inTest(test), was: '', is };
}

function record(...writes: TracedWrite[]): TraceRecord {
  return { version: 1, path: 'a.test.js', writes, unwatched: [], cut: false };
}

describe('planTrace', () => {
  test('what is written is traced, a call is exact, and the rest is hopeless', () => {
    const plan = planTrace([
      found({}),
      found({ key: 'os.type', siteIs: 'value' }),
      found({ key: 'os.release', siteIs: 'call', call: 'jest.spyOn' }),
      leak({ kind: 'host-require-cache', key: 'Module._cache', siteIs: 'scope' }),
      found({ key: 'Object.freeze(os)' }),
    ]);
    expect(plan.traced.map(({ key }) => key)).toEqual(['os.arch', 'os.type']);
    expect(plan.exact.map(({ key }) => key)).toEqual(['os.release']);
    expect(plan.hopeless.map(({ key }) => key)).toEqual(['Object.freeze(os)', 'Module._cache']);
  });

  test('a key that leaks at several sites is one, and traced unless all are exact', () => {
    const plan = planTrace([found({ siteIs: 'call', call: 'jest.spyOn' }), found({}, ['two'])]);
    expect(plan.traced).toHaveLength(1);
    expect(plan.traced[0]?.scopes.map(({ name }) => name)).toEqual(['one', 'two']);
  });
});

describe('readTrace', () => {
  const linesOf = (scopes: string[], ...writes: TracedWrite[]) => {
    const traced = readTrace(found({}, scopes), [record(...writes)]);
    return { lines: traced.writes.map(({ write }) => write.site?.line ?? null), others: traced.others };
  };

  test('the last write of each scope that leaked', () => {
    const writes = [written(1, 'one', '"y"'), written(2, 'one'), written(3, 'two'), written(9, 'repair', '"z"')];
    expect(linesOf(['one', 'two'], ...writes)).toEqual({ lines: [2, 3], others: 2 });
  });

  test('when none of them wrote, the last one that left the value, else the last of all', () => {
    expect(linesOf(['late'], written(1, 'one'), written(2, 'two', '"y"'))).toEqual({ lines: [1], others: 1 });
    expect(linesOf(['late'], written(1, 'one', '"y"'))).toEqual({ lines: [1], others: 0 });
  });

  test('other keys do not count', () => {
    expect(linesOf(['one'], written(1, 'one', '"x"', 'os.type'))).toEqual({ lines: [], others: 0 });
  });

  test('one place written in two scopes is one', () => {
    const traced = readTrace(found({}, ['one', 'two']), [record(written(2, 'one'), written(2, 'two'))]);
    expect(traced.writes.map(({ scopes }) => scopes.map(({ name }) => name))).toEqual([['one', 'two']]);
  });

  test('why a key was not watched', () => {
    const unwatched = [{ kind: OS.kind, key: OS.key, reason: 'it is fixed' }];
    expect(readTrace(found({}), [{ ...record(), unwatched }])).toMatchObject({ writes: [], unwatched: 'it is fixed' });
  });
});
