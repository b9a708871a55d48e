import type { Context, Scope } from '../scopes/scope';
import { StartedEntries } from '../scopes/started-entries';
import type { Callback } from '../scopes/started-entries';
import type { RawFrame } from '../site/frame';
import * as valueLocation from '../site/value-location';
import { inBody, inHook, makeScope } from '../testing/scopes';
import { LateCode } from './late-code';
import { SourceText } from './source-text';

const FILE = '/p/a.test.js';
const CODE = [
  'beforeEach(() => { hook(); });',
  "test('one', () => { one(); });",
  "test('two', () => { two(); });",
  'function helper() { work(); }',
].join('\n');

const frame = (line: number, column = 22, file = FILE): RawFrame => ({ file, line, column });
const IN_HOOK = frame(1, 20);
const IN_ONE = frame(2);
const IN_TWO = frame(3);
const IN_HELPER = frame(4);
const CIRCUS = frame(9, 9, '/p/node_modules/jest-circus/build/run.js');

/** Functions with the texts of the callbacks above. */
const hookBody = evaluate('() => { hook(); }');
const oneBody = evaluate('() => { one(); }');
const twoBody = evaluate('() => { two(); }');

function evaluate(text: string): Function {
  return new Function(`return ${text}`)() as Function;
}

/** `one` has ended and `two` is executing; the hook has run for both. */
function setUp({
  identity = null,
  text = CODE,
  bodies = [hookBody, oneBody, twoBody],
}: { identity?: (() => unknown) | null; text?: string | null; bodies?: [Function, Function, Function] } = {}) {
  const file = makeScope('file', null, null);
  const hookDeclaration = new Error('hook');
  const started = new StartedEntries();
  const declare = (name: string): Scope => ({ ...makeScope('test', name, file), declaration: new Error(name) });
  const [one, two] = [inDeclared(declare('one')), inDeclared(declare('two'))];
  const hook = (test: Scope): Context => ({ ...inHook(file, 'beforeEach', test), declaration: hookDeclaration });
  const hooks = [hook(one.scope), hook(two.scope)] as const;
  for (const context of [hooks[0], one, hooks[1], two]) started.note(context);
  const callbacks: Callback[] = [
    { fn: bodies[0], declaration: hookDeclaration, setupFile: null },
    { fn: bodies[1], declaration: one.declaration!, setupFile: null },
    { fn: bodies[2], declaration: two.declaration!, setupFile: null },
  ];
  jest.spyOn(started, 'callbacks').mockImplementation(function* () {
    yield* callbacks;
  });
  const late = new LateCode(started);
  late.begin({
    text: () => (text === null ? null : new SourceText(FILE, text, 0)),
    codeOf: () => text ?? undefined,
    identity,
  });
  return { late, one, two, hook: hooks[1], asEntry: (context: Context) => ({ asyncError: context.declaration }) };
}

function inDeclared(scope: Scope): Context {
  return { ...inBody(scope), declaration: scope.declaration };
}

describe('the stack of a call', () => {
  test.each<[title: string, frames: RawFrame[], charged: 'one' | 'two' | 'hook']>([
    ['within the ended test', [IN_ONE], 'one'],
    ['within the ended test, called by a helper', [IN_ONE, IN_HELPER], 'one'],
    ['in a helper that the ended test called', [IN_HELPER, IN_ONE], 'one'],
    ['within the executing test', [IN_TWO], 'two'],
    ['stored by the ended test, called by the executing one', [IN_ONE, IN_TWO], 'two'],
    ['of the executing test, called by the ended one', [IN_TWO, IN_ONE], 'two'],
    ['within the ended test, below circus', [IN_ONE, CIRCUS], 'two'],
    ['in a helper alone', [IN_HELPER], 'two'],
    ['within a hook', [IN_HOOK], 'hook'],
    ['none', [], 'two'],
  ])('%s', (_title, frames, charged) => {
    const made = setUp();
    expect(made.late.ofFrames(frames, made.two)).toBe(made[charged]);
  });

  test('without the code of the file nothing is known', () => {
    const { late, two } = setUp({ text: null });
    expect(late.ofFrames([IN_ONE], two)).toBe(two);
  });

  test('so deep a stack was called by the executing code', () => {
    const { late, two } = setUp();
    expect(
      late.ofFrames(
        Array.from({ length: 64 }, () => IN_ONE),
        two,
      ),
    ).toBe(two);
  });

  test('before a second body or hook began nothing can be late', () => {
    const started = new StartedEntries();
    const only = inDeclared({ ...makeScope('test', 'only', null), declaration: new Error('only') });
    started.note(only);
    const late = new LateCode(started);
    const executing = inBody(makeScope('test', 'x', null));
    expect(late.ofFrames([IN_ONE], executing)).toBe(executing);
    expect(late.ofCall(() => {}, executing)).toBe(executing);
    expect(late.call(() => {}, executing)).toEqual({ context: executing, frames: null });
  });

  test('that had to be read is handed on with who made the call', () => {
    const { late, two } = setUp();
    const outer = (): ReturnType<LateCode['call']> => late.call(outer, two);
    const { context, frames } = outer();
    expect(context).toBe(two);
    expect(frames?.[0]?.file).toContain('late-code.test');
  });
});

describe('where Jest itself tells whose code runs', () => {
  test.each<[title: string, frames: RawFrame[], told: 'one' | 'two', charged: 'one' | 'two' | 'hook']>([
    ['a helper that the ended test did not await', [IN_HELPER], 'one', 'one'],
    ['a helper of the executing test', [IN_HELPER], 'two', 'two'],
    ['stored by the ended test, called in a promise of the executing one', [IN_ONE], 'two', 'two'],
    ['a hook that ran for the ended test', [IN_HOOK], 'one', 'hook'],
    ['code of the executing test that late code of the ended one calls', [IN_TWO], 'one', 'two'],
  ])('%s', (_title, frames, told, charged) => {
    let test: unknown = null;
    const made = setUp({ identity: () => test });
    test = made.asEntry(made[told]);
    expect(made.late.ofFrames(frames, made.two)).toBe(made[charged]);
  });

  test('a helper of a hook that runs for that test is still the hook', () => {
    let test: unknown = null;
    const { late, two, hook, asEntry } = setUp({ identity: () => test });
    test = asEntry(two);
    expect(late.ofFrames([IN_HELPER], hook)).toBe(hook);
  });
});

describe('the place where a value was made', () => {
  test('a function within the ended test, found after the executing one', () => {
    const { late, one, two } = setUp({
      text: CODE.replace('one();', 'x = () => 5;').replace('two();', 'y = () => 6;'),
    });
    // The callbacks have other texts now, so only V8 could tell where they stand, and it knows nothing of this file.
    expect(late.ofValue(evaluate('() => 5'), undefined, two)).toBeNull();
    expect(one).not.toBe(two);
  });

  test.each<[title: string, made: RawFrame[], charged: 'one' | 'two' | 'hook' | 'nobody']>([
    ['a mock made within the ended test', [IN_ONE], 'one'],
    ['a mock made within the ended test, by a helper', [IN_HELPER, IN_ONE, CIRCUS], 'one'],
    ['a mock made within the executing test', [IN_TWO, CIRCUS], 'two'],
    ['a mock made in code of the executing test that the ended one calls', [IN_TWO, IN_ONE], 'two'],
    ['a mock made by a helper alone', [IN_HELPER], 'nobody'],
    ['a mock made in a hook', [IN_HOOK, CIRCUS], 'hook'],
  ])('%s', (_title, frames, charged) => {
    const made = setUp();
    expect(made.late.ofValue({}, frames, made.two)).toBe(charged === 'nobody' ? null : made[charged]);
  });

  test('a function whose text is that of a piece of the ended test', () => {
    const { late, one, two } = setUp();
    expect(late.ofValue(oneBody, undefined, two)).toBe(one);
    expect(late.ofValue(twoBody, undefined, two)).toBe(two);
    expect(late.ofValue(evaluate('function helper() { work(); }'), undefined, two)).toBeNull();
    expect(late.ofValue(Math.max, undefined, two)).toBeNull();
    expect(late.ofValue(new Proxy(oneBody, {}), undefined, two)).toBeNull();
  });

  describe('that stands in several others: only V8 knows', () => {
    const text = CODE.replace('hook();', 'hook(() => 5);').replace('one();', 'one(() => 5);');
    const bodies: [Function, Function, Function] = [
      evaluate('() => { hook(() => 5); }'),
      evaluate('() => { one(() => 5); }'),
      twoBody,
    ];
    const locate = jest.spyOn(valueLocation, 'locateFunctions');
    afterEach(() => locate.mockReset());
    afterAll(() => locate.mockRestore());

    test.each<[title: string, place: RawFrame | null, charged: 'one' | 'hook' | 'nobody']>([
      ['the ended test', IN_ONE, 'one'],
      ['the hook', IN_HOOK, 'hook'],
      ['a helper', IN_HELPER, 'nobody'],
      ['V8 does not know', null, 'nobody'],
    ])('%s', (_title, place, charged) => {
      locate.mockReturnValue([place]);
      const made = setUp({ text, bodies });
      const maker = charged === 'nobody' ? null : made[charged];
      expect(made.late.ofValue(evaluate('() => 5'), undefined, made.two)).toBe(maker);
    });

    test('and it is not asked without end', () => {
      locate.mockReturnValue([IN_ONE]);
      const { late, two } = setUp({ text, bodies });
      const makers = Array.from({ length: 30 }, () => late.ofValue(evaluate('() => 5'), undefined, two));
      expect(makers.at(-1)).toBeNull();
      expect(locate).toHaveBeenCalledTimes(20);
    });

    test('unless the executing one is among them', () => {
      const { late, hook } = setUp({ text, bodies });
      expect(late.ofValue(evaluate('() => 5'), undefined, hook)).toBeNull();
      expect(locate).not.toHaveBeenCalled();
    });
  });
});

test('of a stack that Jest began just above a few frames are read, of a deeper one all', () => {
  const { late, two } = setUp();
  const read = (depth: number): number => {
    const call = (): ReturnType<LateCode['call']> => late.call(call, two);
    const nest = (left: number): ReturnType<LateCode['call']> => (left === 0 ? call() : nest(left - 1));
    const { context, frames } = nest(depth);
    expect(context).toBe(two);
    return frames?.length ?? 0;
  };
  expect(read(0)).toBeLessThanOrEqual(8);
  expect(read(10)).toBeGreaterThan(10);
});
