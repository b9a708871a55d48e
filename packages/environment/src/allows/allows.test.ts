import { inBody, inHook, makeSuite } from '../testing/scopes';
import { Allows } from './allows';

const at = (line: number) => () => ({ file: 'a.test.js', line, column: 3 });
const rule = { kind: 'mock-registered', reason: 'why' } as const;

function setup() {
  const allows = new Allows();
  const scopes = makeSuite();
  const reasonIn = (context: ReturnType<typeof inBody>, key = 'src/x.js', kind: string = rule.kind) =>
    allows.reasonFor({ kind, key, context } as Parameters<Allows['reasonFor']>[0]);
  return { allows, scopes, reasonIn };
}

describe('reasonFor', () => {
  test('covers the scope that called, and what is inside', () => {
    const { allows, scopes, reasonIn } = setup();
    allows.addCall(rule, scopes.cart, at(1));
    expect(reasonIn(inBody(scopes.cart))).toBe('why');
    expect(reasonIn(inBody(scopes.rounds))).toBe('why');
    expect(reasonIn(inHook(scopes.cart, 'beforeEach', scopes.adds))).toBe('why');
    expect(reasonIn(inBody(scopes.alone))).toBeNull();
    expect(reasonIn(inBody(scopes.file))).toBeNull();
  });

  test('only its kind, and its key if it has one', () => {
    const { allows, scopes, reasonIn } = setup();
    allows.addCall({ ...rule, key: 'src/x.js' }, scopes.adds, at(1));
    expect(reasonIn(inBody(scopes.adds), 'src/x.js')).toBe('why');
    expect(reasonIn(inBody(scopes.adds), 'src/y.js')).toBeNull();
    expect(reasonIn(inBody(scopes.adds), 'src/x.js', 'export-mutated')).toBeNull();
  });

  test('a line of the docblock covers the file', () => {
    const { allows, scopes, reasonIn } = setup();
    allows.addPragma('mock-registered -- why', scopes.file, at(1));
    expect(reasonIn(inBody(scopes.rounds))).toBe('why');
  });
});

describe('unused', () => {
  test('those that covered nothing, each place once', () => {
    const { allows, scopes, reasonIn } = setup();
    allows.addCall({ ...rule, key: 'src/never.js' }, scopes.adds, at(2));
    allows.addCall({ ...rule, key: 'src/never.js' }, scopes.empties, at(2));
    allows.addCall(rule, scopes.adds, at(3));
    reasonIn(inBody(scopes.adds));
    expect(allows.unused()).toEqual([
      { kind: 'mock-registered', key: 'src/never.js', reason: 'why', site: { file: 'a.test.js', line: 2 } },
    ]);
  });

  test('one call in a loop is used when one of its rounds was', () => {
    const { allows, scopes, reasonIn } = setup();
    for (const scope of [scopes.adds, scopes.empties]) allows.addCall(rule, scope, at(2));
    reasonIn(inBody(scopes.empties));
    expect(allows.unused()).toEqual([]);
  });
});

test('errors are told once, with their place, and allow nothing', () => {
  const { allows, scopes, reasonIn } = setup();
  for (const scope of [scopes.adds, scopes.empties]) allows.addCall({ kind: 'mock-registered' }, scope, at(2));
  allows.addPragma('nonsense -- why', scopes.file, () => null);
  expect(allows.errors()).toEqual([
    { message: expect.stringContaining('gives no reason') as string, file: 'a.test.js', line: 2 },
    { message: expect.stringContaining('"nonsense"') as string, file: null, line: null },
  ]);
  expect(reasonIn(inBody(scopes.adds))).toBeNull();
  expect(allows.unused()).toEqual([]);
});
