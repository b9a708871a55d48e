import { inBody, inHook, makeSuite } from '../testing/scopes';
import { KeyScript } from '../testing/key-script';
import type { Context, Scope } from '../scopes/scope';

describe('what was put back at the end of its scope', () => {
  let { file, cart, adds, empties, alone } = makeSuite();

  beforeEach(() => {
    ({ file, cart, adds, empties, alone } = makeSuite());
  });

  function runBody(script: KeyScript, test: Scope, body: (context: Context) => void = () => {}): void {
    const context = inBody(test);
    script.ledger.beforeBody(context);
    body(context);
    script.ledger.afterBody(context);
    test.ended = true;
  }

  function leak(script: KeyScript): void {
    runBody(script, adds, (context) => void script.set(context, 'x'));
    script.ledger.putBack(new Set([adds]));
  }

  test('has escaped to the test that follows, and is received by nobody', () => {
    const script = new KeyScript();
    leak(script);
    runBody(script, empties, (context) => {
      const act = script.ledger.top('key')?.act;
      if (act) script.ledger.receive(act, 'key', context, () => null);
    });
    expect(script.grades()).toEqual({ 'cart adds': 'escaped' });
    expect(script.ledger.leaked()[0]?.receipts).toEqual([]);
  });

  test('leaves what others leave to be received', () => {
    const script = new KeyScript();
    leak(script);
    const act = script.set(inBody(empties), 'y');
    script.ledger.receive(act, 'key', inBody(alone), () => null);
    expect(act.grade).toBe('observed');
  });

  test('is latent where the next test does the same again', () => {
    const script = new KeyScript();
    leak(script);
    runBody(script, empties, (context) => void script.set(context, 'y'));
    expect(script.grades()).toEqual({ 'cart adds': 'latent' });
  });

  test('decides nothing: what an enclosing scope left is in force again', () => {
    const script = new KeyScript();
    const hook = script.set(inHook(cart, 'beforeAll'), 'hook');
    leak(script);
    expect(script.ledger.inForce('key')?.act).toBe(hook);
    expect(script.ledger.top('key')?.act).not.toBe(hook);
  });

  test('may be in force again, as the body of a describe block is while its block runs', () => {
    const script = new KeyScript();
    const body = script.set(inBody(cart), 'body');
    script.ledger.putBack(new Set([cart]));
    expect(script.ledger.inForce('key')).toBe(undefined);
    script.ledger.inForceAgain(cart);
    expect(script.ledger.inForce('key')?.act).toBe(body);
  });

  test('is no leak where an enclosing hook would have taken it back before the next body', () => {
    const script = new KeyScript();
    leak(script);
    script.ledger.takenBackAnyway(inHook(file, 'beforeEach', empties), () => true);
    runBody(script, empties);
    expect(script.grades()).toEqual({});
  });

  test('but one of another form stays, and so does what is still there', () => {
    const script = new KeyScript();
    leak(script);
    script.ledger.takenBackAnyway(inHook(file, 'beforeEach', empties), () => false);
    runBody(script, empties, (context) => void script.set(context, 'y'));
    script.ledger.takenBackAnyway(inHook(file, 'beforeEach', alone), ({ context }) => context.scope === empties);
    runBody(script, alone);
    expect(script.grades()).toEqual({ 'cart adds': 'latent', 'cart empties': 'escaped' });
  });
});
