import { KeyScript } from '../testing/key-script';
import { inBody, inHook, makeSuite, retryOf } from '../testing/scopes';
import type { Context } from '../scopes/scope';

describe('how far a leak reached', () => {
  let { file, cart, adds, empties, alone } = makeSuite();

  beforeEach(() => {
    ({ file, cart, adds, empties, alone } = makeSuite());
  });

  /** Runs the body of one test, as the tracker reports it. */
  function runBody(script: KeyScript, test: typeof adds, body: (context: Context) => void = () => {}): void {
    const context = inBody(test);
    script.ledger.beforeBody(context);
    body(context);
    script.ledger.afterBody(context);
    test.ended = true;
  }

  const leak = (script: KeyScript) => runBody(script, adds, (context) => void script.set(context, 'x'));

  test.each<[title: string, follow: (script: KeyScript) => void, grades: Record<string, string>]>([
    ['nobody ran after it', (script) => script.ledger.finish(), { 'cart adds': 'latent' }],
    ['another test ran under it', (script) => runBody(script, empties), { 'cart adds': 'escaped' }],
    [
      'a hook of an enclosing scope took it back in time',
      (script) => {
        script.set(inHook(cart, 'afterEach', adds), 'real');
        runBody(script, empties);
      },
      {},
    ],
    [
      'another test took it back in its body',
      (script) => runBody(script, empties, (context) => void script.set(context, 'real')),
      { 'cart adds': 'latent' },
    ],
    [
      'superseded by a hook that encloses the next test',
      (script) => {
        script.set(inHook(file, 'beforeEach', alone), 'y');
        runBody(script, alone);
      },
      { 'cart adds': 'latent' },
    ],
    [
      'superseded by the next test itself, which then leaks',
      (script) => {
        runBody(script, empties, (context) => void script.set(context, 'y'));
        runBody(script, alone);
      },
      { 'cart adds': 'latent', 'cart empties': 'escaped' },
    ],
    [
      'superseded inside the next test, where that is taken back',
      (script) => runBody(script, empties, (context) => script.ledger.markInside(context, 'key')),
      { 'cart adds': 'latent' },
    ],
  ])('%s', (_title, follow, grades) => {
    const script = new KeyScript();
    leak(script);
    follow(script);
    expect(script.grades()).toEqual(grades);
  });

  test('the first test that ran to its end under it is kept', () => {
    const script = new KeyScript();
    leak(script);
    runBody(script, empties);
    runBody(script, alone);
    expect(script.ledger.leaked().map(({ escapedTo }) => escapedTo?.scope)).toEqual([empties]);
  });

  test('a scope that has not ended has left nothing yet', () => {
    const script = new KeyScript();
    script.set(inBody(makeSuite().adds), 'x');
    script.ledger.finish();
    expect(script.grades()).toEqual({});
  });

  test('a describe leaks to the tests outside, never to its own', () => {
    const fresh = makeSuite();
    const script = new KeyScript();
    script.set(inHook(fresh.cart, 'beforeAll'), 'x');
    runBody(script, fresh.rounds);
    expect(script.grades()).toEqual({});
    runBody(script, fresh.alone);
    expect(script.grades()).toEqual({ cart: 'escaped' });
  });

  test('what a file does to its own registry leaks nowhere', () => {
    const script = new KeyScript();
    script.set(inBody(file), 'x');
    runBody(script, makeSuite().alone);
    script.ledger.finish();
    expect(script.grades()).toEqual({});
  });
});

describe('who received it', () => {
  const { file, cart, adds, empties, alone } = makeSuite();
  const place = { file: '/p/a.js', line: 3, column: 1 };

  test.each<[title: string, reader: Context, receipt: 'outside' | 'retry' | 'none']>([
    ['the body of another test', inBody(empties), 'outside'],
    ['a beforeAll outside', inHook(file, 'beforeAll'), 'outside'],
    ['an each-hook that runs for another test', inHook(cart, 'beforeEach', empties), 'outside'],
    ['the leaking test itself', inBody(adds), 'none'],
    ['a hook that runs for the leaking test', inHook(file, 'afterEach', adds), 'none'],
    ['top-level code', inBody(file), 'none'],
    ['the body of a describe', inBody(cart), 'none'],
    ['a later attempt of the leaking test', inBody(retryOf(adds)), 'retry'],
  ])('%s: %s', (_title, reader, receipt) => {
    const script = new KeyScript();
    const act = script.set(inBody(adds), 'x');
    script.ledger.receive(act, 'key', reader, () => place);
    script.ledger.receive(act, 'key', reader, () => place);
    expect(act.grade).toBe(receipt === 'outside' ? 'observed' : null);
    expect(act.receipts).toEqual(
      receipt === 'none' ? [] : [{ context: reader, from: place, sameTestRetry: receipt === 'retry' }],
    );
  });

  test('not a test that did the same again before its load', () => {
    const script = new KeyScript();
    const act = script.set(inBody(adds), 'x');
    script.set(inBody(alone), 'y');
    script.ledger.receive(act, 'key', inBody(alone), () => place);
    expect(act.receipts).toEqual([]);
    expect([...script.ledger.reaching(inBody(alone))]).toEqual([]);
    expect([...script.ledger.reaching(inBody(empties))]).toContain(act);
  });

  test('a test that did the same again only inside a place of its own', () => {
    const { adds, alone } = makeSuite();
    const script = new KeyScript();
    const act = script.set(inBody(adds), 'x');
    script.ledger.markInside(inBody(alone), 'key');
    script.ledger.receive(act, 'key', inBody(alone), () => place);
    expect(act.grade).toBe('observed');
  });

  test('whoever the loading code belongs to, where that is another than executes', () => {
    const { adds, empties, alone } = makeSuite();
    const script = new KeyScript();
    const act = script.set(inBody(adds), 'x');
    const load = (owner: Context): void => {
      script.ledger.receive(
        act,
        'key',
        inBody(empties),
        () => place,
        () => owner,
      );
    };
    load(inBody(adds));
    expect(act.receipts).toEqual([]);
    const late = inBody(alone);
    load(late);
    expect(act.receipts).toEqual([{ context: late, from: place, sameTestRetry: false }]);
  });

  test('observed stays, whatever is undone later', () => {
    const script = new KeyScript();
    const act = script.set(inBody(adds), 'x');
    script.ledger.receive(act, 'key', inBody(empties), () => null);
    script.set(inBody(empties), 'real');
    script.ledger.finish();
    expect(script.grades()).toEqual({ 'cart adds': 'observed' });
  });
});

describe('what reaches a context', () => {
  const setUp = () => {
    const suite = makeSuite();
    const script = new KeyScript();
    const first = script.set(inBody(suite.adds), 'x');
    const reader = inBody(suite.empties);
    expect(script.ledger.reaching(reader)).toEqual([first]);
    return { ...suite, script, first, reader, reaching: () => script.ledger.reaching(reader) };
  };

  test('is the same list until something changes', () => {
    const { script, reader, alone, reaching } = setUp();
    const before = reaching();
    script.ledger.next();
    expect(reaching()).toBe(before);
    expect(script.ledger.reaching(inBody(alone))).not.toBe(before);
    expect(script.ledger.reaching(reader)).toEqual(before);
  });

  test('is another after a write by a scope that wrote before, or by another one', () => {
    const { script, first, adds, alone, reaching } = setUp();
    const again = script.set(inBody(adds), 'y');
    expect(reaching()).toEqual([again]);
    const other = script.set(inBody(alone), 'z');
    expect(reaching()).toEqual([again, other]);
    expect(again).not.toBe(first);
  });

  test.each<[what: string, change: (suite: ReturnType<typeof setUp>) => void]>([
    ['the executing scope did the same again', ({ script, reader }) => script.ledger.mark(reader, 'key')],
    ['it was taken back', ({ script, reader }) => void script.set(reader, 'real')],
    ['what it stood for is gone', ({ script }) => script.ledger.forget('key')],
    [
      'a spy that was put back would be put back again',
      ({ script, adds, reader }) => {
        script.ledger.putBack(new Set([adds]));
        script.ledger.takenBackAnyway(reader, () => true);
      },
    ],
  ])('is nothing after %s', (_what, change) => {
    const suite = setUp();
    change(suite);
    expect(suite.reaching()).toEqual([]);
  });
});

test('an act that replaces a graded one of the same scope is graded, too', () => {
  const { adds, empties, alone } = makeSuite();
  const script = new KeyScript();
  const first = script.set(inBody(adds), 'x');
  script.ledger.beforeBody(inBody(empties));
  const second = script.set(inBody(adds), 'y');
  expect([first.grade, second.grade]).toEqual(['latent', null]);
  script.ledger.beforeBody(inBody(alone));
  expect(second.grade).toBe('latent');
});

test('only the last writer of a key escapes', () => {
  const { adds, empties, alone } = makeSuite();
  const script = new KeyScript();
  const first = script.set(inBody(adds), 'x');
  const second = script.set(inBody(empties), 'y');
  script.ledger.afterBody(inBody(alone));
  expect([first.grade, second.grade]).toEqual([null, 'escaped']);
});
