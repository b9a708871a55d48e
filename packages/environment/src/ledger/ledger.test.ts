import { inBody, inHook, makeSuite } from '../testing/scopes';
import { KeyScript, actFacts } from '../testing/key-script';
import { Ledger } from './ledger';

type Name = keyof ReturnType<typeof makeSuite>;

describe('who is in place after a row of writes', () => {
  test.each<[title: string, writes: [Name, string][], writers: string[]]>([
    ['one writer', [['adds', 'x']], ['cart adds']],
    ['no change is no writer', [['adds', 'real']], []],
    [
      'net effect: back as at its entry',
      [
        ['adds', 'x'],
        ['adds', 'y'],
        ['adds', 'real'],
      ],
      [],
    ],
    [
      'a scope has one net effect',
      [
        ['adds', 'x'],
        ['adds', 'y'],
      ],
      ['cart adds'],
    ],
    [
      'taking away what an enclosing scope installed is an act',
      [
        ['file', 'x'],
        ['adds', 'real'],
      ],
      ['file', 'cart adds'],
    ],
    [
      'putting back what an enclosing scope installed',
      [
        ['file', 'x'],
        ['adds', 'y'],
        ['adds', 'x'],
      ],
      ['file'],
    ],
    [
      'undone by another test',
      [
        ['adds', 'x'],
        ['alone', 'real'],
      ],
      [],
    ],
    [
      'overwritten by another test: both stay',
      [
        ['adds', 'x'],
        ['alone', 'y'],
      ],
      ['cart adds', 'alone'],
    ],
    [
      'undoing a writer undoes all later ones',
      [
        ['adds', 'x'],
        ['empties', 'y'],
        ['alone', 'real'],
      ],
      [],
    ],
    [
      'a buried writer lives again when the one above is undone',
      [
        ['adds', 'x'],
        ['empties', 'y'],
        ['alone', 'x'],
      ],
      ['cart adds'],
    ],
    [
      'a describe cannot be undone by a test inside it',
      [
        ['cart', 'x'],
        ['adds', 'real'],
      ],
      ['cart', 'cart adds'],
    ],
    [
      'a test inside is undone by its describe',
      [
        ['rounds', 'x'],
        ['cart', 'real'],
      ],
      [],
    ],
  ])('%s', (_title, writes, writers) => {
    const suite = makeSuite();
    const script = new KeyScript();
    for (const [name, state] of writes) script.set(inBody(suite[name]), state);
    expect(script.writers()).toEqual(writers);
  });

  test('the body and the hooks of a describe are one scope', () => {
    const { cart, adds } = makeSuite();
    const script = new KeyScript();
    script.set(inBody(cart), 'x');
    script.set(inHook(cart, 'afterEach', adds), 'real');
    expect(script.writers()).toEqual([]);
    expect(script.grades()).toEqual({});
  });

  test('the act in place is the last one of its scope', () => {
    const { adds } = makeSuite();
    const script = new KeyScript();
    script.set(inBody(adds), 'x');
    const last = script.set(inBody(adds), 'y');
    expect(script.ledger.top('key')).toMatchObject({ before: 'real', after: 'y', act: last });
    expect(script.ledger.acts).toBe(2);
  });

  test('forgetting a key undoes everybody without a word', () => {
    const { adds, alone } = makeSuite();
    const script = new KeyScript();
    script.set(inBody(adds), 'x');
    expect(script.ledger.hasOpen).toBe(true);
    script.ledger.forget('key');
    expect(script.ledger.hasOpen).toBe(false);
    script.ledger.afterBody(inBody(alone));
    expect(script.writers()).toEqual([]);
    expect(script.grades()).toEqual({});
  });
});

describe('what outlives the file', () => {
  const write = (ledger: Ledger, context: ReturnType<typeof inBody>, before: unknown, after: unknown) => {
    const act = ledger.makeAct(actFacts({ context, kind: 'core-module-mutated', key: 'fs.x' }));
    ledger.write({ key: 'host fs.x', mark: 'host fs.x', before, after, same: Object.is, act });
    return act;
  };
  const inherited = { key: 'host fs.x', before: 'native', after: 'theirs' };

  test('what was inherited is passed on, and is nobody’s act here', () => {
    const ledger = new Ledger();
    ledger.inherit(inherited);
    expect(ledger.acts).toBe(0);
    expect(ledger.leftovers('host ')).toEqual({ inherited: [inherited], acts: [] });
    expect(ledger.leftovers('other ')).toEqual({ inherited: [], acts: [] });
  });

  test('undoing it is no act, and leaves nothing', () => {
    const ledger = new Ledger();
    ledger.inherit(inherited);
    write(ledger, inBody(makeSuite().adds), 'theirs', 'native');
    expect(ledger.leftovers('host ')).toEqual({ inherited: [], acts: [] });
    expect(ledger.leaked()).toEqual([]);
  });

  test('overwriting it is an act, and the state before anybody is kept', () => {
    const ledger = new Ledger();
    ledger.inherit(inherited);
    const act = write(ledger, inBody(makeSuite().file), 'theirs', 'ours');
    expect(ledger.leftovers('host ')).toEqual({ inherited: [{ ...inherited, after: 'ours' }], acts: [act] });
  });
});
