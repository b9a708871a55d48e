import { FakeShape } from '../testing/fake-shape';
import { inBody, inHook, makeSuite } from '../testing/scopes';
import type { Context, Scope } from '../scopes/scope';
import { LayerStacks } from './layer-stacks';
import { putBack } from './put-back';
import { RegistrationPlaces } from './registration-places';

/** Calls on a `jest` object over a fake runtime, each noted, and scopes that end. */
class Script {
  readonly shape = new FakeShape();
  readonly stacks = new LayerStacks();
  readonly places = new RegistrationPlaces(this.shape.asShape(), this.stacks);

  mock(context: Context, request: string, factory?: unknown): void {
    this.places.around(context, () => this.shape.jest.doMock(request, factory), this.#idOf(request));
  }

  unmock(context: Context, request: string): void {
    this.places.around(context, () => this.shape.jest.dontMock(request), this.#idOf(request));
  }

  end(scope: Scope): void {
    const over = new Set([scope]);
    putBack(this.stacks.stacksOf(over), (layer) => layer.scope === scope, () => 'no'); // prettier-ignore
    this.stacks.forget(over);
  }

  #idOf(request: string): () => string {
    return () => this.shape.moduleId('cjs', '', request);
  }

  /** Every registration there is. */
  picture(): unknown {
    const { held, automock } = this.shape;
    return [automock, ...this.shape.registrations().map((map) => [...map]), [...held.mock], [...held.esmMock]];
  }
}

const { file, cart, adds } = makeSuite();
const fakes = [() => 1, () => 2] as const;

test.each<[title: string, play: (script: Script) => void]>([
  ['a mock', (script) => script.mock(inBody(adds), './x', fakes[0])],
  ['another factory', (script) => [script.mock(inBody(adds), './y', fakes[1])]],
  ['a mock taken away', (script) => script.unmock(inBody(adds), './y')],
  [
    'a mock that was taken back, with the factory that Jest keeps',
    (script) => [script.mock(inBody(adds), './x', fakes[0]), script.unmock(inBody(adds), './x')],
  ],
  [
    'an ES module',
    (script) =>
      script.places.around(
        inBody(adds),
        () => script.shape.jest.mockModule('./x', fakes[0]),
        () => script.shape.moduleId('esm', '', './x'),
      ),
  ],
  [
    'automock',
    (script) =>
      script.places.around(
        inBody(adds),
        () => void (script.shape.automock = true),
        () => null,
      ),
  ],
  [
    'a mock that was made meanwhile',
    (script) => [
      script.mock(inBody(adds), './x', fakes[0]),
      script.shape.held.mock.set(script.shape.moduleId('cjs', '', './x'), 'made'),
    ],
  ],
])('%s goes with the test', (_title, play) => {
  // prettier-ignore
  const script = new Script();
  script.mock(inBody(file), './y', fakes[0]);
  const before = script.picture();
  play(script);
  expect(script.picture()).not.toEqual(before);
  script.end(adds);
  expect(script.picture()).toEqual(before);
});

test('what an enclosing hook registers over it stays', () => {
  const script = new Script();
  script.mock(inBody(adds), './x', fakes[0]);
  script.mock(inHook(file, 'afterEach', adds), './x', fakes[1]);
  const before = script.picture();
  script.end(adds);
  expect(script.picture()).toEqual(before);
});

test('what an enclosing hook registers just so stays, too', () => {
  const script = new Script();
  script.mock(inBody(adds), './x', fakes[0]);
  script.mock(inHook(file, 'afterEach', adds), './x', fakes[0]);
  const before = script.picture();
  script.end(adds);
  expect(script.picture()).toEqual(before);
});

test('inside a block it goes back to what the block had registered', () => {
  const script = new Script();
  script.mock(inHook(cart, 'beforeAll'), './x', fakes[0]);
  const before = script.picture();
  script.mock(inBody(adds), './x', fakes[1]);
  script.end(adds);
  expect(script.picture()).toEqual(before);
});

test('a call that changes nothing is nothing to put back', () => {
  const script = new Script();
  script.mock(inBody(file), './x', fakes[0]);
  script.mock(inBody(adds), './x', fakes[0]);
  expect(script.stacks.scopes()).toEqual([]);
});
