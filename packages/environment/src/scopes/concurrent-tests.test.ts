import { CircusPlayer } from '../testing/circus-player';
import type { PlayedTest } from '../testing/circus-player';
import { RECORDED_CONCURRENT } from '../testing/recorded-events';
import type { RecordedEvent } from '../testing/recorded-events';
import type { Context } from './scope';
import { ScopeTracker } from './scope-tracker';

type Body = (...args: unknown[]) => unknown;

/** Two concurrent tests with these bodies, followed by a tracker from `run_start` on. */
function follow(bodies: { first: Body; second?: Body }) {
  const log: string[] = [];
  const tracker = new ScopeTracker('/p/a.test.js', {
    afterSegment: ({ scope }) => log.push(`ran ${scope.name ?? scope.type}`),
    beforeBody: ({ scope }) => log.push(`before ${scope.name}`),
    afterBody: ({ scope }, overlapping) => log.push(`after ${scope.name}${overlapping ? ' (overlapping)' : ''}`),
  });
  const player = new CircusPlayer();
  const tests = Object.entries(bodies).map(([name, body]) => player.addTest(name, body, true));
  player.play(['run_start', ''], (event, state) => tracker.handle(event, state));
  log.length = 0;
  return { tracker, player, log, tests: tests as [PlayedTest, PlayedTest] };
}

const call = (test: PlayedTest, ...args: unknown[]): unknown => (test.fn as Body)(...args);

test.each<[title: string, body: Body, arity: number]>([
  ['no argument', () => 1, 0],
  ['a done callback', (_done: unknown) => undefined, 1],
  ['an optional argument, which circus does not count', (..._rest: unknown[]) => undefined, 0],
])('a body with %s keeps its arity', (_title, body, arity) => {
  expect(follow({ first: body }).tests[0].fn).toHaveLength(arity);
});

test('arguments, receiver and result are passed on', async () => {
  const receiver = { name: 'context' };
  const done = (): void => {};
  const seen: unknown[] = [];
  const { tests } = follow({
    first(this: unknown, given: unknown) {
      seen.push(this, given);
      return 'sync';
    },
    second: () => Promise.resolve('async'),
  });
  expect((tests[0].fn as Body).call(receiver, done)).toBe('sync');
  expect(seen).toEqual([receiver, done]);
  await expect(call(tests[1])).resolves.toBe('async');
});

test('a thenable that is no promise is waited for', async () => {
  const { tests, log } = follow({
    // oxlint-disable-next-line unicorn/no-thenable -- users' query builders are thenables
    first: () => ({ then: (ok: (value: string) => void) => void setImmediate(ok, 'done') }),
  });
  await expect(call(tests[0])).resolves.toBe('done');
  expect(log).toEqual(['before first', 'ran first', 'after first']);
});

test.each<[title: string, body: Body]>([
  [
    'throws',
    () => {
      throw new Error('broken');
    },
  ],
  ['rejects', () => Promise.reject(new Error('broken'))],
])('an error of a body that %s is passed on, and its scope ends', async (_title, body) => {
  const { tests, log } = follow({ first: body });
  await expect(async () => call(tests[0])).rejects.toThrow('broken');
  expect(log).toEqual(['before first', 'ran first', 'after first']);
});

test('interleaved bodies know who they are, and overlap to the last', async () => {
  const names: (string | null)[] = [];
  const note = (): void => void names.push(tracker.current().scope.name);
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const { tracker, tests, log } = follow({
    first: async () => {
      note();
      await gate;
      note();
    },
    second: async () => {
      note();
      release();
      await Promise.resolve();
      note();
    },
  });
  await Promise.all(tests.map((test) => call(test)));
  expect(names).toEqual(expect.arrayContaining(['first', 'second']));
  expect(names.filter((name) => name === 'first')).toHaveLength(2);
  expect(names.filter((name) => name === 'second')).toHaveLength(2);
  expect(log.filter((line) => line.startsWith('after'))).toEqual([
    expect.stringMatching(/^after (first|second) \(overlapping\)$/),
    expect.stringMatching(/^after (first|second) \(overlapping\)$/),
  ]);
});

test.each(Object.entries(RECORDED_CONCURRENT))('the late events of Jest %s mark no border', (_version, events) => {
  const { tracker, player, log } = follow({ first: () => {}, second: () => {} });
  for (const event of events) player.play(event, (played, state) => tracker.handle(played, state));
  expect(log).toEqual([]);
  expect(tracker.current().scope.type).toBe('file');
});

/** A sequential test and a concurrent one; what the tracker tells of segments with their candidates, and of scopes. */
function followBoth(body: Body) {
  const log: string[] = [];
  const nameOf = ({ scope, test }: Context): string =>
    scope.name ?? (test === null ? scope.type : `file for ${test.name}`);
  const tracker = new ScopeTracker('/p/a.test.js', {
    afterSegment: (context, candidates) => log.push(`ran ${nameOf(context)} [${candidates.map(nameOf).join()}]`),
    beforeBody() {},
    afterBody: (context, overlapping) => overlapping && log.push(`after ${nameOf(context)} (overlapping)`),
    afterScope: (context) => log.push(`over ${nameOf(context)}`),
  });
  const player = new CircusPlayer();
  const play = (...event: RecordedEvent): void => player.play(event, (played, state) => tracker.handle(played, state));
  play('add_hook', 'beforeEach');
  player.addTest('alone');
  const concurrent = player.addTest('beside', body, true);
  play('run_start', '');
  log.length = 0;
  return { log, play, concurrent };
}

test('a concurrent test that nothing overlaps has no candidates', () => {
  const { log, play, concurrent } = followBoth(() => {});
  call(concurrent);
  for (const name of ['test_start', 'test_fn_start', 'test_fn_success', 'test_done'] as const) play(name, 'alone');
  call(concurrent);
  expect(log).toEqual(['ran beside []', 'over beside', 'ran alone []', 'over alone', 'ran beside []', 'over beside']);
});

test('one that runs inside another test’s body overlaps it, and so does the next one', () => {
  const { log, play, concurrent } = followBoth(() => {});
  play('test_start', 'alone');
  play('test_fn_start', 'alone');
  call(concurrent);
  call(concurrent);
  play('test_fn_success', 'alone');
  expect(log.filter((line) => !line.startsWith('over'))).toEqual([
    'ran beside [alone,beside]',
    'after beside (overlapping)',
    'ran beside [alone,beside]',
    'after beside (overlapping)',
    'ran alone []',
    'after alone (overlapping)',
  ]);
});

test('where Jest runs it beside a sequential test, hooks stay that test’s, and both are over together', async () => {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const { log, play, concurrent } = followBoth(() => gate);
  play('test_start', 'alone');
  play('test_start', 'beside');
  const running = call(concurrent);
  play('hook_start', 'beforeEach of ROOT_DESCRIBE_BLOCK');
  play('hook_success', 'beforeEach of ROOT_DESCRIBE_BLOCK');
  for (const name of ['test_fn_start', 'test_fn_success', 'test_done'] as const) play(name, 'alone');
  expect(log).toEqual([
    'ran file for alone [beside,file for alone]',
    'ran alone [beside,alone]',
    'after alone (overlapping)',
  ]);
  release();
  await running;
  expect(log.slice(3)).toEqual(['ran beside []', 'after beside (overlapping)', 'over beside']);
});

test('what is no function is left as it is', () => {
  const player = new CircusPlayer();
  const todo = player.addTest('todo', null, true);
  const tracker = new ScopeTracker('/p/a.test.js', { afterSegment() {}, beforeBody() {}, afterBody() {} });
  player.play(['run_start', ''], (event, state) => tracker.handle(event, state));
  expect(todo.fn).toBeNull();
});
