import { dataOf, HostScript } from '../testing/host-script';
import { inBody, inHook, makeSuite } from '../testing/scopes';
import type { Context } from '../scopes/scope';
import type { RequireCacheChange } from './host/require-cache';

const KEY = 'core-module-mutated fs.stat';
const [original, stub, other] = [() => 'original', () => 'stub', () => 'other'];

let { file, cart, adds, empties, vat, alone } = makeSuite();
beforeEach(() => {
  ({ file, cart, adds, empties, vat, alone } = makeSuite());
});

const jestsHook = (test = alone): Context => ({ ...inHook(file, 'beforeEach', test), isJests: true });

describe('what is an act', () => {
  test('a function put in place of another, until it is put back', () => {
    const script = new HostScript();
    script.assign(inBody(adds), 'stat', original, stub);
    expect(script.writers(KEY)).toEqual(['cart adds']);
    script.assign(inBody(empties), 'stat', stub, original);
    expect(script.writers(KEY)).toEqual([]);
  });

  test.each([
    ['`undefined` where nothing was', 'absent', undefined, dataOf(undefined), 0],
    ['nothing where `undefined` was', 'absent', dataOf(undefined), undefined, 0],
    ['a value where nothing was', 'absent', undefined, dataOf(0), 1],
    ['a getter of nothing', 'absent', undefined, { get: () => undefined, configurable: true }, 1],
    ['`undefined` over what is inherited', 'inherited', undefined, dataOf(undefined), 1],
  ])('%s: %#', (_title, property, before, after, acts) => {
    const script = new HostScript();
    script.atHand.push(script.change(property, before, after));
    script.surface.look(inBody(adds));
    expect(script.ledger.acts).toBe(acts);
    expect(script.writers(`core-module-mutated fs.${property}`)).toHaveLength(acts);
  });

  test('process state is the same outcome by value, listeners one by one', () => {
    const script = new HostScript();
    const change = (key: string, before: unknown, after: unknown): void => {
      script.process.push({ kind: 'process-state', key, before, after, added: [] });
      script.surface.look(inBody(adds));
    };
    change('process.stdout:resize', [original], [original, stub]);
    change('process.exitCode', undefined, 1);
    expect(script.writers('process-state process.stdout:resize')).toEqual(['cart adds']);
    change('process.stdout:resize', [original, stub], [original, other]);
    change('process.exitCode', 1, 2);
    expect(script.writers('process-state process.stdout:resize')).toEqual(['cart adds']);
    expect(script.writers('process-state process.exitCode')).toEqual(['cart adds']);
    change('process.stdout:resize', [original, other], [original]);
    change('process.exitCode', 2, undefined);
    expect(script.writers('process-state process.stdout:resize')).toEqual([]);
    expect(script.writers('process-state process.exitCode')).toEqual([]);
  });
});

describe('who is charged', () => {
  const actOn = (script: HostScript, property = 'stat') =>
    script.ledger.top(`host core-module-mutated fs.${property}`)?.act;

  test('whoever made the value, where that is known; nobody else is a candidate then', () => {
    const script = new HostScript();
    script.makers.set(stub, inBody(adds));
    script.atHand.push(script.change('stat', dataOf(original), dataOf(stub)));
    script.surface.look(inBody(empties), [inBody(alone), inBody(empties)]);
    expect(actOn(script)).toMatchObject({ context: { scope: { name: 'cart adds' } }, candidates: [] });
  });

  test('whoever made the getter', () => {
    const script = new HostScript();
    script.makers.set(stub, inBody(adds));
    script.atHand.push(script.change('stat', dataOf(original), { get: stub, configurable: true }));
    script.surface.look(inBody(empties));
    expect(script.writers(KEY)).toEqual(['cart adds']);
  });

  test.each([null, 'text', 7])('for %j, which nobody makes, whoever ran, with the other candidates', (value) => {
    const script = new HostScript();
    script.makers.set(value, inBody(adds));
    script.atHand.push(script.change('stat', dataOf(original), dataOf(value)));
    script.surface.look(inBody(empties), [inBody(alone), inBody(empties)]);
    expect(script.writers(KEY)).toEqual(['cart empties']);
    expect(actOn(script)?.candidates).toHaveLength(2);
  });

  test('who puts a value back has not written it, whoever made it: another had to take the leak back', () => {
    const script = new HostScript();
    script.makers.set(stub, inHook(file, 'beforeAll')).set(other, inBody(adds));
    script.assign(inHook(file, 'beforeAll'), 'stat', original, stub);
    script.assign(inBody(adds), 'stat', stub, other);
    script.assign(inHook(vat, 'beforeAll'), 'stat', other, stub);
    expect(script.writers(KEY)).toEqual(['file']);
    expect(script.ledger.leaked().map(({ context, grade }) => [context.scope, grade])).toEqual([[adds, 'latent']]);
  });

  test("what is found after Jest's own hook was done by the last candidate, unless the hook put it back", () => {
    const script = new HostScript();
    const [first, second] = [jestsHook(), jestsHook()];
    script.atHand.push(script.change('stat', dataOf(1), dataOf(2)));
    script.surface.look(first, [inBody(adds), inBody(empties), first]);
    expect(script.writers(KEY)).toEqual(['cart empties']);
    script.atHand.push(script.change('stat', dataOf(2), dataOf(1)));
    script.surface.look(second, [inBody(alone), second]);
    expect(script.writers(KEY)).toEqual([]);
    // The file takes it back in time, which a sibling would not have done.
    expect(script.ledger.leaked()).toEqual([]);
  });

  test('a candidate is charged with what he leaves behind, not Jest, and Jest where there is no other', () => {
    const script = new HostScript();
    const hook = jestsHook();
    script.atHand.push(script.change('stat', dataOf(1), dataOf(2)));
    script.surface.look(hook, [hook]);
    expect(script.writers(KEY)).toEqual(['file']);
    script.atHand.push(script.change('open', dataOf(1), dataOf(2)));
    script.surface.look(inBody(alone), [inBody(adds), inBody(alone)]);
    expect(script.writers('core-module-mutated fs.open')).toEqual(['alone']);
  });

  test('whoever called spyOn, for a mock in place; after another write whoever ran', () => {
    const script = new HostScript();
    script.spies.noteCall(script.fs, 'stat', { call: 'jest.spyOn', frames: [], context: inBody(adds) });
    script.assign(inHook(cart, 'afterEach', adds), 'stat', original, jest.fn());
    expect(actOn(script)).toMatchObject({ context: { scope: { name: 'cart adds' } }, call: 'jest.spyOn' });
    script.assign(inBody(alone), 'stat', original, stub);
    expect(actOn(script)).toMatchObject({ context: { scope: { name: 'alone' } }, call: null });
  });
});

describe('the loader', () => {
  const loaderChange = (key: string, property: string, value: unknown, modules: RequireCacheChange['modules']) => ({
    kind: 'host-require-cache' as const,
    key,
    modules,
    slots: [{ object: {}, property, before: undefined, after: value === undefined ? undefined : dataOf(value) }],
  });
  const valueOf = (change: RequireCacheChange): unknown => {
    const script = new HostScript();
    script.loader.push(change);
    script.surface.look(inBody(adds));
    const { key, slots } = change;
    return script.ledger.top(`host host-require-cache ${key} ${String(slots[0]?.property)}`)?.act.value;
  };

  test('a hook tells where it was made; what is put into the cache, a path and a removal do not', () => {
    expect(valueOf(loaderChange('Module._extensions[.x]', '.x', stub, []))).toMatchObject({ after: { value: stub } });
    const entry = [{ path: '/a.js', effect: 'added' as const }];
    expect(valueOf(loaderChange('Module._cache', '/a.js', stub, entry))).toBeNull();
    expect(valueOf(loaderChange('Module.globalPaths', '0', '/lib', []))).toBeNull();
  });

  test.each([
    ['module', ['cart adds']],
    ['node:module', ['cart adds']],
    ['fs', []],
  ])('after a module that required %s', (name, writers) => {
    const script = new HostScript();
    script.loader.push(loaderChange('Module._extensions[.x]', '.x', stub, []));
    script.surface.lookAtModules(new Set([name]), inBody(adds));
    expect(script.writers('host-require-cache Module._extensions[.x] .x')).toEqual(writers);
  });
});

test('at the end what was passed over is still of those who ran, the rest of whoever ends the file', () => {
  const script = new HostScript();
  for (let looks = 0; looks < 13; looks += 1) script.surface.look(inBody(looks === 12 ? empties : adds));
  script.handedOut.push(script.change('stat', dataOf(1), dataOf(2)));
  script.surface.lookAtAll(inBody(file));
  script.handedOut.push(script.change('open', dataOf(1), dataOf(2)));
  script.surface.lookAtAll(inBody(file));
  expect(script.writers(KEY)).toEqual(['cart empties']);
  expect(script.writers('core-module-mutated fs.open')).toEqual(['file']);
});

test('what is put back has a place also where it is no news', () => {
  const noteSlot = jest.fn();
  const script = new HostScript({ noteSlot });
  script.assign(inBody(adds), 'absent', undefined, undefined);
  expect([noteSlot.mock.calls.length, script.writers('core-module-mutated fs.absent')]).toEqual([1, []]);
});

describe('what one file leaves to the next', () => {
  afterEach(() => new HostScript().surface.bequeath());

  test('is not for that one to answer for, and no act of its to undo', () => {
    const first = new HostScript();
    first.assign(inBody(adds), 'stat', original, stub);
    expect(first.surface.left().map(({ key }) => key)).toEqual(['fs.stat']);
    first.surface.bequeath();
    const second = new HostScript();
    second.surface.inherit();
    expect(second.surface.left()).toEqual([]);
    second.assign(inBody(alone), 'stat', stub, original);
    expect(second.surface.left()).toEqual([]);
    second.surface.bequeath();
    const third = new HostScript();
    third.surface.inherit();
    expect(third.writers(KEY)).toEqual([]);
  });

  test('is what really stands there after some was put back', () => {
    const first = new HostScript({ noteSlot() {}, leftOf: (left) => (left.key.endsWith('stat') ? null : left) });
    first.assign(inBody(adds), 'stat', original, stub);
    first.assign(inBody(adds), 'open', original, stub);
    first.surface.bequeath();
    const second = new HostScript();
    second.surface.inherit();
    expect([second.writers(KEY), second.writers('core-module-mutated fs.open')]).toEqual([[], ['file']]);
  });
});
