import { ExportScript, makeInstance, TEST_FILE } from '../../testing/export-script';
import { inBody, inHook, makeSuite } from '../../testing/scopes';
import type { Scope } from '../../scopes/scope';
import type { SpyCall } from '../spies';

const [original, stub, other] = [() => 'original', () => 'stub', () => 'other'];
const FRAME = { file: TEST_FILE, line: 7, column: 3 };

let { file, cart, adds, empties, vat, alone } = makeSuite();
beforeEach(() => {
  ({ file, cart, adds, empties, vat, alone } = makeSuite());
});

const spyIn = (context: SpyCall['context'], call: SpyCall['call'] = 'jest.spyOn'): SpyCall => ({
  call,
  frames: [FRAME],
  context,
});

test('an export that a test changes is its act, until it is put back', () => {
  const script = new ExportScript(inBody(file));
  const exported = { load: original };
  script.load(exported);
  exported.load = stub;
  script.ran(inBody(adds));
  expect(script.writers('load')).toEqual(['cart adds']);
  exported.load = original;
  script.ran(inBody(alone));
  expect(script.writers('load')).toEqual([]);
  expect(script.faults.list).toEqual([]);
});

test('data of a JSON module is put back when it is equal again', () => {
  const script = new ExportScript(inBody(file));
  const exported = { list: [{ id: 1 }] };
  script.load(exported, { path: '/p/src/data.json' });
  const change = (id: number, test: Scope): string[] => {
    exported.list = [{ id }];
    script.ran(inBody(test));
    return script.writers('list', 'src/data.json');
  };
  expect(change(2, adds)).toEqual(['cart adds']);
  expect(change(3, empties)).toEqual(['cart adds', 'cart empties']);
  expect(change(2, alone)).toEqual(['cart adds']);
  expect(change(1, alone)).toEqual([]);
});

test('what no code of the tests was given is not looked at, nor a private copy', () => {
  const script = new ExportScript(inBody(file));
  const [inner, copy] = [{ load: original }, { load: original }];
  script.load(inner, { from: '/p/src/app.js' });
  script.load(copy, { isolated: true });
  inner.load = copy.load = stub;
  script.ran(inBody(adds));
  expect(script.ledger.acts).toBe(0);
});

test.each([
  [true, []],
  [false, ['cart adds']],
])('a mock that is a private copy (%s)', (isolated, writers) => {
  const script = new ExportScript(inBody(file));
  const mock = { load: original };
  script.surface.afterMock(mock, makeInstance('/p/src/x.js', file, { isolated }));
  script.surface.afterRequire(TEST_FILE, mock);
  mock.load = stub;
  script.ran(inBody(adds));
  expect(script.writers('load')).toEqual(writers);
});

test.each([
  ['the test file', TEST_FILE, makeInstance('/p/src/x.js', file), ['cart adds']],
  ['a source module', '/p/src/app.js', makeInstance('/p/src/x.js', file), []],
  ['the test file, as a private copy', TEST_FILE, null, []],
])('an ES module that %s imports is looked at once it is evaluated: %#', (_title, from, instance, writers) => {
  const script = new ExportScript(inBody(file));
  const table = Object.assign(Object.create(null), { a: 1 }) as { a: number };
  const record = { status: 'linked', namespace: { table } };
  script.surface.afterImport(from, record, instance);
  script.ran(inBody(file));
  record.status = 'evaluated';
  script.ran(inBody(file));
  table.a = 2;
  script.ran(inBody(adds));
  expect(script.writers('table.a')).toEqual(writers);
  expect(script.faults.list).toEqual([]);
});

test('what is restored after the tests is nobody’s act', () => {
  const script = new ExportScript(inBody(file));
  const exported = { load: original };
  script.load(exported);
  script.surface.close();
  exported.load = stub;
  script.ran(inBody(file));
  expect(script.ledger.acts).toBe(0);
});

describe('a call that replaces a property', () => {
  test('is the act of whoever called, with the place; what stood there before is not', () => {
    const script = new ExportScript(inBody(file));
    const exported = { load: original, save: original };
    script.load(exported);
    script.executing = inBody(empties);
    exported.save = stub;
    const run = (): string => {
      exported.load = other;
      return 'a spy';
    };
    expect(script.surface.aroundCall(exported, 'load', () => spyIn(inBody(adds)), run)).toBe('a spy');
    expect([script.writers('load'), script.writers('save')]).toEqual([['cart adds'], ['cart empties']]);
    const act = script.ledger.top('export src/x.js#load of 1')?.act;
    expect(act).toMatchObject({ call: 'jest.spyOn', frames: { site: FRAME }, hints: { spy: true } });
    expect(adds.marks.has('export src/x.js#load')).toBe(true);
  });

  test('on what hangs on no exports just runs', () => {
    const script = new ExportScript(inBody(file));
    const call = jest.fn(() => spyIn(inBody(adds)));
    expect(script.surface.aroundCall(Object.create(null), 'load', call, () => 'a spy')).toBe('a spy');
    expect(call).not.toHaveBeenCalled();
    expect(script.faults.list).toEqual([]);
  });

  test('after replaceProperty the same scope writes on by hand under its call, another does not', () => {
    const script = new ExportScript(inBody(file));
    const exported = { limit: 1 };
    script.load(exported);
    const run = (): void => void (exported.limit = 2);
    script.surface.aroundCall(exported, 'limit', () => spyIn(inBody(adds), 'jest.replaceProperty'), run);
    exported.limit = 3;
    script.ran(inBody(adds));
    const callOf = (): unknown => script.ledger.top('export src/x.js#limit of 1')?.act.call;
    expect(callOf()).toBe('jest.replaceProperty');
    exported.limit = 4;
    script.ran(inBody(alone));
    expect(callOf()).toBeNull();
  });
});

describe('who is charged with what is found after another ran', () => {
  test('whoever made the value, and no candidate then', () => {
    const script = new ExportScript(inBody(file));
    const exported: Record<string, unknown> = { load: original };
    script.load(exported);
    script.makers.set(stub, inBody(adds));
    exported['load'] = stub;
    script.surface.look(inBody(empties), [inBody(alone), inBody(empties)]);
    expect(script.ledger.top('export src/x.js#load of 1')?.act).toMatchObject({
      context: { scope: { name: 'cart adds' } },
      candidates: [],
    });
  });

  test.each([null, 'text', 7])('whoever ran, for %j, which nobody makes, with the other candidates', (value) => {
    const script = new ExportScript(inBody(file));
    const exported: Record<string, unknown> = { load: original };
    script.load(exported);
    script.makers.set(value, inBody(adds));
    exported['load'] = value;
    script.surface.look(inBody(empties), [inBody(alone), inBody(empties)]);
    expect(script.writers('load')).toEqual(['cart empties']);
    expect(script.ledger.top('export src/x.js#load of 1')?.act.candidates).toHaveLength(2);
  });

  test('who puts a value back has not written it, whoever made it: another had to take the leak back', () => {
    const script = new ExportScript(inBody(file));
    const exported = { load: original };
    script.load(exported);
    script.makers.set(stub, inHook(file, 'beforeAll')).set(other, inBody(adds));
    exported.load = stub;
    script.ran(inHook(file, 'beforeAll'));
    exported.load = other;
    script.ran(inBody(adds));
    exported.load = stub;
    script.ran(inHook(vat, 'beforeAll'));
    expect(script.writers('load')).toEqual(['file']);
    expect(script.ledger.leaked().map(({ context, grade }) => [context.scope, grade])).toEqual([[adds, 'latent']]);
  });
});

describe('after a purge', () => {
  test('what nobody may hold any more counts as undone, what top-level code loaded does not', () => {
    const script = new ExportScript(inBody(cart));
    const held = { load: original };
    script.load(held);
    script.executing = inBody(adds);
    const own = { load: original };
    script.load(own, { path: '/p/src/y.js' });
    held.load = own.load = stub;
    script.ran(inBody(adds));
    expect(script.writers('load', 'src/y.js')).toHaveLength(1);
    script.surface.beforePurge(false);
    expect(script.writers('load', 'src/y.js')).toEqual([]);
    expect(script.writers('load')).toEqual(['cart adds']);
  });

  test('exports that will come back are put back all the same, without an act', () => {
    const note = jest.fn();
    const script = new ExportScript(inBody(adds), { note });
    const exported = { load: original };
    script.load(exported);
    script.surface.beforePurge(true);
    exported.load = stub;
    script.surface.noteDropped(inBody(adds));
    expect(note).toHaveBeenCalledTimes(1);
    expect(script.ledger.acts).toBe(0);
    script.surface.forgetDropped();
    exported.load = other;
    script.surface.noteDropped(inBody(adds));
    expect(note).toHaveBeenCalledTimes(1);
  });
});
