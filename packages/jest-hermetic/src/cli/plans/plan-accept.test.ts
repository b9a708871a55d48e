import { baselineOf, entry, report, reportEntry } from '../testing/reports';
import { groupsOf } from './judge-report';
import { planAccept, type AcceptRequest } from './plan-accept';

const GROUPS = groupsOf(
  report({
    groups: {
      new: [
        reportEntry({ owner: 'a.test.js', key: 'src/x.js', allowed: 0 }),
        reportEntry({ owner: 'a.test.js', key: 'src/y.js', allowed: 0, sites: 2 }),
        reportEntry({ owner: 'b.test.js', kind: 'module-purged', key: 'registry', allowed: 0 }),
      ],
      grown: [reportEntry({ owner: 'c.test.js', allowed: 1, sites: 3 })],
    },
  }),
);

const request = (given: Partial<AcceptRequest>): AcceptRequest => ({
  owner: 'a.test.js',
  kind: null,
  key: null,
  reason: 'PROJ-9',
  ...given,
});

test('adds every leak of the owner with the reason, in order', () => {
  const { baseline } = planAccept(baselineOf(entry({ owner: 'z.test.js' })), GROUPS, request({}));
  expect(baseline.entries).toEqual([
    entry({ key: 'src/x.js', comment: 'PROJ-9', line: null }),
    entry({ key: 'src/y.js', comment: 'PROJ-9', line: null, sites: 2 }),
    entry({ owner: 'z.test.js' }),
  ]);
});

test('kind and key narrow it down', () => {
  const { accepted } = planAccept(baselineOf(), GROUPS, request({ kind: 'mock-registered', key: 'src/y.js' }));
  expect(accepted.map(({ key }) => key)).toEqual(['src/y.js']);
});

test('a grown entry gets the new count and keeps its comment', () => {
  const listed = baselineOf(entry({ owner: 'c.test.js', comment: 'PROJ-1' }));
  expect(planAccept(listed, GROUPS, request({ owner: 'c.test.js' })).baseline.entries).toEqual([
    entry({ owner: 'c.test.js', sites: 3, comment: 'PROJ-1; PROJ-9' }),
  ]);
});

test('when nothing matches, what could be accepted is listed', () => {
  expect(() => planAccept(baselineOf(), GROUPS, request({ owner: 'b.test.js', kind: 'process-state' }))).toThrow(
    /matches b\.test\.js process-state[^]*b\.test\.js module-purged registry/,
  );
  expect(() => planAccept(baselineOf(), groupsOf(report()), request({}))).toThrow(/no new and no grown leak/);
});

test('(outside) cannot be accepted', () => {
  expect(() => planAccept(baselineOf(), GROUPS, request({ owner: '(outside)' }))).toThrow(/cannot be accepted/);
});
