import fc from 'fast-check';
import type { Act } from '../ledger/act';
import { inBody, makeSuite } from '../testing/scopes';
import type { Scope } from '../scopes/scope';
import { LayerStacks } from './layer-stacks';
import type { Layer, Place } from './layer-stacks';
import { putBack } from './put-back';
import type { Kept } from './put-back';
import { slotPlace } from './slot-place';

type Bag = Record<string, unknown>;

/** A plain object whose writes are noted as what some scope did. */
class Script {
  readonly stacks = new LayerStacks();
  readonly target: Bag = { a: 1, b: 2 };
  readonly refusing = new Set<PropertyKey>();

  write(scope: Scope, key: string, value: unknown, owner = '/p/a.test.js'): void {
    this.define(scope, key, { value, writable: true, enumerable: true, configurable: true }, owner);
  }

  define(scope: Scope, key: string, descriptor: PropertyDescriptor | null, owner = '/p/a.test.js'): void {
    const before = Object.getOwnPropertyDescriptor(this.target, key);
    if (descriptor === null) delete this.target[key];
    else Object.defineProperty(this.target, key, descriptor);
    const after = Object.getOwnPropertyDescriptor(this.target, key);
    const act = { key, context: inBody(scope, owner) } as unknown as Act;
    this.stacks.note({ place: this.#place(key), scope, owner, before, after, act });
  }

  end(scopes: Scope[], keeps: (layer: Layer) => Kept = () => 'no'): string[] {
    const over = new Set(scopes);
    const refused = putBack(this.stacks.stacksOf(over), ({ scope }) => over.has(scope), keeps);
    this.stacks.forget(over);
    return refused.map(({ layer, because }) => `${String(layer.place.key)} because of ${String(because.place.key)}`);
  }

  #place(key: string): Place {
    return slotPlace(this.target, key, (state) => {
      if (this.refusing.has(key)) return false;
      return state === undefined
        ? Reflect.deleteProperty(this.target, key)
        : Reflect.defineProperty(this.target, key, state);
    });
  }
}

describe('putting back what a scope left', () => {
  const { file, cart, adds, empties } = makeSuite();

  test.each<[title: string, play: (script: Script) => void, left: Bag, refused?: string[]]>([
    ['a value', (s) => [s.write(adds, 'a', 9), s.end([adds])], { a: 1, b: 2 }],
    ['an addition', (s) => [s.write(adds, 'new', 9), s.end([adds])], { a: 1, b: 2 }],
    ['a deletion', (s) => [s.define(adds, 'a', null), s.end([adds])], { a: 1, b: 2 }],
    [
      'of two tests, each its own',
      (s) => [s.write(adds, 'a', 9), s.end([adds]), s.write(empties, 'b', 8)],
      { a: 1, b: 8 },
    ],
    [
      'what an enclosing scope installed comes back',
      (s) => [s.write(cart, 'a', 5), s.write(adds, 'a', 9), s.end([adds])],
      { a: 5, b: 2 },
    ],
    [
      'and goes with that scope',
      (s) => [s.write(cart, 'a', 5), s.write(adds, 'a', 9), s.end([adds]), s.end([cart])],
      { a: 1, b: 2 },
    ],
    [
      'what an enclosing scope took back is not touched',
      (s) => [s.write(adds, 'a', 9), s.write(file, 'a', 1), s.end([adds])],
      { a: 1, b: 2 },
    ],
    [
      'what an enclosing scope wrote over it stays',
      (s) => [s.write(adds, 'a', 9), s.write(cart, 'a', 5), s.end([adds])],
      { a: 5, b: 2 },
    ],
    [
      'until that scope ends',
      (s) => [s.write(adds, 'a', 9), s.write(cart, 'a', 5), s.end([adds]), s.end([cart])],
      { a: 1, b: 2 },
    ],
    [
      'scopes that overlap: the later one is not touched',
      (s) => [s.write(adds, 'a', 9), s.write(empties, 'a', 8), s.end([adds])],
      { a: 8, b: 2 },
    ],
    [
      'and then goes back to where the first began',
      (s) => [s.write(adds, 'a', 9), s.write(empties, 'a', 8), s.end([adds]), s.end([empties])],
      { a: 1, b: 2 },
    ],
    [
      'several writers at once',
      (s) => [s.write(adds, 'a', 9), s.write(empties, 'a', 8), s.end([adds, empties])],
      { a: 1, b: 2 },
    ],
  ])('%s', (_title, play, left) => {
    // prettier-ignore
    const script = new Script();
    play(script);
    expect(script.target).toEqual(left);
  });

  test('a group with a part that cannot be written stays whole, and says so', () => {
    const script = new Script();
    script.write(adds, 'a', 9);
    script.define(adds, 'mark', { value: 1 });
    script.write(empties, 'b', 8);
    expect(script.end([adds, empties])).toEqual(['a because of mark', 'mark because of mark']);
    expect(script.target).toMatchObject({ a: 9, b: 2, mark: 1 });
  });

  test('what was written is taken back when a later part of the group refuses', () => {
    const script = new Script();
    script.write(adds, 'a', 9);
    script.write(adds, 'b', 8);
    script.refusing.add('b');
    expect(script.end([adds])).toHaveLength(2);
    expect(script.target).toEqual({ a: 9, b: 8 });
  });

  test('a frozen object stays', () => {
    const script = new Script();
    script.write(adds, 'a', 9);
    Object.freeze(script.target);
    expect(script.end([adds])).toEqual(['a because of a']);
  });

  test('what is kept stays with its group, is no refusal, and holds what lies below', () => {
    const script = new Script();
    script.write(cart, 'b', 5);
    script.write(adds, 'a', 9);
    script.write(adds, 'b', 8, '/p/node_modules/x/index.js');
    const keeps = ({ owner }: Layer): Kept => (owner.includes('node_modules') ? 'with its group' : 'no');
    expect(script.end([adds], keeps)).toEqual([]);
    expect(script.target).toEqual({ a: 1, b: 8 });
    expect(script.end([cart], keeps)).toEqual(['b because of b']);
    expect(script.target).toEqual({ a: 1, b: 8 });
  });

  test('nothing is remembered of scopes that are over, nor of what was undone', () => {
    const script = new Script();
    script.write(adds, 'a', 9);
    script.write(adds, 'a', 1);
    expect(script.stacks.scopes()).toEqual([]);
    script.write(adds, 'a', 9);
    script.end([adds]);
    expect(script.stacks.scopes()).toEqual([]);
  });

  test('whatever nested scopes write, each finds at its end what it found at its beginning', () => {
    const value = fc.integer({ min: 0, max: 3 });
    const write = fc.record({ key: fc.constantFrom('a', 'b', 'c'), value: fc.option(value) });
    fc.assert(
      fc.property(fc.array(write), fc.array(write), fc.array(write), (inCart, inAdds, inEmpties) => {
        const script = new Script();
        const play = (scope: Scope, writes: readonly { key: string; value: number | null }[]): void => {
          for (const { key, value: to } of writes) {
            if (to === null) script.define(scope, key, null);
            else script.write(scope, key, to);
          }
        };
        const atFirst = { ...script.target };
        play(cart, inCart);
        const inside = { ...script.target };
        for (const [test, writes] of [
          [adds, inAdds],
          [empties, inEmpties],
        ] as const) {
          // prettier-ignore
          play(test, writes);
          expect(script.end([test])).toEqual([]);
          expect(script.target).toEqual(inside);
        }
        expect(script.end([cart])).toEqual([]);
        expect(script.target).toEqual(atFirst);
        expect(script.stacks.scopes()).toEqual([]);
      }),
    );
  });
});
