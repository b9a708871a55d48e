import { CircusPlayer } from '../testing/circus-player';
import { RECORDED_FILE } from '../testing/recorded-events';
import type { RecordedEvent } from '../testing/recorded-events';
import type { Context } from './scope';
import { ScopeTracker } from './scope-tracker';
import type { ScopeObserver } from './scope-tracker';

const TEST_FILE = '/p/cart.test.js';

/** `beforeEach of cart for cart adds`, `cart adds`, `cart` (a describe's body), `file`. */
function label({ scope, hook, test, ownerFile }: Context): string {
  const name = scope.name ?? scope.type;
  const owner = ownerFile === TEST_FILE ? '' : ` by ${ownerFile}`;
  if (hook === null) return `${name}${owner}`;
  return `${hook} of ${name}${test === null ? '' : ` for ${test.name}`}${owner}`;
}

/** Plays a file into a tracker, and notes what the tracker told its observer and who it said was executing. */
function playFile(
  events: readonly RecordedEvent[],
  also?: (tracker: ScopeTracker, event: RecordedEvent) => void,
  isJestsHookIdle = false,
) {
  const log: string[] = [];
  const executing = new Map<Context, string>();
  const observer: ScopeObserver = {
    afterSegment: (context) => log.push(`ran ${label(context)}`),
    beforeBody: (context) => log.push(`before ${label(context)}`),
    afterBody: (context, overlapping) => log.push(`after ${label(context)}${overlapping ? ' (overlapping)' : ''}`),
  };
  const tracker = new ScopeTracker(TEST_FILE, observer, isJestsHookIdle);
  const player = new CircusPlayer();
  for (const event of events) {
    also?.(tracker, event);
    player.play(event, (played, state) => tracker.handle(played, state));
    executing.set(tracker.current(), event.join(' '));
  }
  return { tracker, log, contexts: [...executing.keys()] };
}

test('every piece of code belongs to the scope that declared it', () => {
  const { log } = playFile(RECORDED_FILE);
  expect(log).toEqual([
    'ran file',
    'ran cart',
    'ran cart vat',
    'ran cart',
    'ran file',
    'ran beforeAll of cart',
    'ran beforeEach of file for cart adds',
    'before cart adds',
    'ran cart adds',
    'after cart adds',
    'ran afterEach of cart for cart adds',
    'ran beforeEach of file for cart vat rounds',
    'ran beforeEach of cart vat for cart vat rounds',
    'ran afterEach of cart for cart vat rounds',
    'ran afterAll of cart vat',
    'ran beforeEach of file for cart adds',
    'before cart adds',
    'ran cart adds',
    'after cart adds',
    'ran afterEach of cart for cart adds',
    'ran beforeEach of file for alone',
    'before alone',
    'ran alone',
    'after alone',
  ]);
});

describe('the hook that Jest itself adds before it loads anything', () => {
  const events: RecordedEvent[] = [['setup', ''], ...RECORDED_FILE];
  const isBeforeEachOfFile = (line: string): boolean => line.startsWith('ran beforeEach of file');

  test('is no code where the configuration gives it nothing to do', () => {
    const { log } = playFile(events, undefined, true);
    expect(log).toEqual(playFile(RECORDED_FILE).log.filter((line) => !isBeforeEachOfFile(line)));
  });

  test("is Jest's code where it has something to do, in whatever file Jest has loaded before", () => {
    const setup = (tracker: ScopeTracker, [name]: RecordedEvent): void => {
      if (name === 'setup') tracker.beginLoading('/p/setup.js');
    };
    const { contexts, log } = playFile(events, setup);
    expect(log.filter(isBeforeEachOfFile)).toContain('ran beforeEach of file for alone');
    const jests = contexts.filter(({ isJests }) => isJests);
    expect(jests.map(label)).toContain('beforeEach of file for alone');
    expect(jests.every(({ hook, scope }) => hook === 'beforeEach' && scope.type === 'file')).toBe(true);
  });

  test('the first hook of a file that has begun to load is not that hook', () => {
    const load = (tracker: ScopeTracker, [name]: RecordedEvent): void => {
      if (name === 'add_hook') tracker.beginLoading(TEST_FILE);
    };
    const { log } = playFile(events, load, true);
    expect(log.filter(isBeforeEachOfFile)).not.toHaveLength(0);
  });
});

test('each attempt of a retried test is a scope of its own with one identity', () => {
  const { contexts } = playFile(RECORDED_FILE);
  const attempts = contexts.filter((context) => context.hook === null && context.scope.name === 'cart adds');
  expect(attempts).toHaveLength(2);
  const [first, second] = attempts as [Context, Context];
  expect(first.scope).not.toBe(second.scope);
  expect(first.scope.identity).toBe(second.scope.identity);
  expect(first.scope.parent).toBe(second.scope.parent);
  expect([first.test, second.test]).toEqual([first.scope, second.scope]);
  const others = contexts.filter(({ hook, scope }) => hook === null && scope.type !== 'test');
  expect(others.map(({ test }) => test)).toEqual(others.map(() => null));
});

test('a setup file that a test loads again does not take over from the test', () => {
  const { tracker } = playFile(
    RECORDED_FILE.slice(0, RECORDED_FILE.findIndex(([name]) => name === 'test_fn_start') + 1),
  );
  tracker.beginLoading('/p/setup.js');
  expect(label(tracker.current())).toBe('cart adds');
});

test('a scope ends with its last hook: a test with test_done, a describe when its block has run', () => {
  const ended = (until: string): string[] => {
    const end = RECORDED_FILE.findIndex((event) => event.join(' ') === until);
    const scopes = new Set(playFile(RECORDED_FILE.slice(0, end + 1)).contexts.map(({ scope, test }) => test ?? scope));
    return [...scopes].filter((scope) => scope.ended).map(({ name, type }) => name ?? type);
  };
  expect(ended('test_fn_failure adds')).toEqual([]);
  expect(ended('test_done adds')).toEqual(['cart adds']);
  expect(ended('run_describe_finish vat')).toEqual(['cart vat', 'cart adds', 'cart vat rounds']);
  expect(ended('run_describe_finish ROOT_DESCRIBE_BLOCK')).toEqual(expect.arrayContaining(['file', 'cart', 'alone']));
});

test('tests and describe blocks know where they are declared', () => {
  const { contexts } = playFile(RECORDED_FILE);
  const declared = contexts.filter(({ scope }) => scope.type !== 'file');
  expect(declared).not.toEqual([]);
  for (const { scope, declaration } of declared) {
    expect(scope.declaration?.stack).toContain(`Error: ${scope.name?.split(' ').at(-1)}`);
    expect(declaration?.stack).toContain('Error: ');
  }
});

test('a hook belongs to the file that was being loaded when it was declared', () => {
  const setup = '/p/setup.js';
  const files: Record<string, string> = { 'add_hook beforeEach': setup, 'start_describe_definition cart': TEST_FILE };
  const { log } = playFile(RECORDED_FILE, (tracker, event) => {
    const file = files[event.join(' ')];
    if (file !== undefined && tracker.current().scope.type === 'file') tracker.beginLoading(file);
  });
  expect(log).toContain(`ran beforeEach of file for alone by ${setup}`);
  expect(log).toContain('ran beforeAll of cart');
  expect(log).toContain('ran alone');
});

test('top-level code of another file is the file’s, whoever loaded it', () => {
  const { tracker } = playFile([['start_describe_definition', 'cart']]);
  expect(label(tracker.current())).toBe('cart');
  expect(label(tracker.topLevelOf('/p/src/a.js'))).toBe('file by /p/src/a.js');
});

test('a block is told of before its hooks run, the file is not', () => {
  const begun: (string | null)[] = [];
  const observer = { afterSegment() {}, beforeBody() {}, afterBody() {} };
  const tracker = new ScopeTracker(TEST_FILE, { ...observer, beforeDescribe: ({ name }) => begun.push(name) });
  const player = new CircusPlayer();
  const play = (...event: RecordedEvent): void => player.play(event, (played, state) => tracker.handle(played, state));
  play('start_describe_definition', 'cart');
  play('finish_describe_definition', 'cart');
  play('run_describe_start', 'ROOT_DESCRIBE_BLOCK');
  play('run_describe_start', 'cart');
  expect(begun).toEqual(['cart']);
});

test('what has begun to run is known with the setup file that declared it', () => {
  const setup = '/p/setup.js';
  const observer = { afterSegment() {}, beforeBody() {}, afterBody() {} };
  const tracker = new ScopeTracker(TEST_FILE, observer);
  const player = new CircusPlayer();
  const play = (...event: RecordedEvent): void => player.play(event, (played, state) => tracker.handle(played, state));
  tracker.beginLoading(setup);
  play('add_hook', 'beforeAll');
  tracker.beginLoading(TEST_FILE);
  play('add_hook', 'beforeEach');
  play('start_describe_definition', 'cart');
  play('add_test', 'adds');
  play('finish_describe_definition', 'cart');
  for (const hook of player.root.hooks) Object.assign(hook, { fn: () => {} });
  play('run_start', '');
  expect([...tracker.started.callbacks()].map(({ declaration, setupFile }) => [declaration, setupFile])).toEqual([
    [expect.objectContaining({ message: 'beforeAll' }), setup],
    [expect.objectContaining({ message: 'beforeEach' }), null],
    [expect.objectContaining({ message: 'adds' }), null],
  ]);
});

test('an event that a newer Jest may add changes nothing', () => {
  const { tracker, log } = playFile([]);
  const before = tracker.current();
  tracker.handle({ name: 'test_paused' } as never, new CircusPlayer().state);
  expect(tracker.current()).toBe(before);
  expect(log).toEqual([]);
});
