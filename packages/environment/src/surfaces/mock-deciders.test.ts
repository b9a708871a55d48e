import { MockScript } from '../testing/mock-script';
import { inBody, makeSuite } from '../testing/scopes';
import type { Decider } from './instances';

const { file, adds, empties, alone } = makeSuite();
const factory = (): object => ({});
const other = (): object => ({});

const ID = 'user:/p/src/x.js:';
const KEY = `cjs mock:${ID}`;

const names = (deciders: readonly Decider[]): string[] =>
  deciders.map(({ act, mark }) => `${act.call} by ${act.context.scope.name ?? 'file'}, ${mark}`);

test('a mock is decided by the registration in place', () => {
  const script = new MockScript();
  expect(script.surface.decidersOfMock('cjs', ID)).toEqual([]);
  script.call(inBody(adds), 'doMock', ['./x', factory]);
  expect(names(script.surface.decidersOfMock('cjs', ID))).toEqual([`jest.doMock by cart adds, ${KEY}`]);
});

test('an automock is decided by the flag, unless the module was mocked explicitly', () => {
  const script = new MockScript();
  script.call(inBody(adds), 'enableAutomock', []);
  expect(names(script.surface.decidersOfMock('cjs', ID))).toEqual(['jest.enableAutomock by cart adds, automock']);
  script.call(inBody(empties), 'doMock', ['./x', factory]);
  expect(names(script.surface.decidersOfMock('cjs', ID))).toEqual([`jest.doMock by cart empties, ${KEY}`]);
});

test('a registration that runs a leftover factory supersedes nothing, and its giver decides too', () => {
  const script = new MockScript();
  script.call(inBody(adds), 'doMock', ['./x', factory]);
  script.call(inBody(adds), 'dontMock', ['./x']);
  expect(script.surface.decidersOfMock('cjs', ID)).toEqual([]);
  script.call(inBody(alone), 'doMock', ['./x']);
  expect(alone.marks.has(KEY)).toBe(false);
  expect(names(script.surface.decidersOfMock('cjs', ID))).toEqual([
    `jest.doMock by alone, ${KEY}`,
    'jest.doMock by cart adds, never',
  ]);
});

test('who gave a leftover factory decides also what the registry still holds of it', () => {
  const script = new MockScript();
  script.call(inBody(adds), 'doMock', ['./x', factory]);
  script.call(inBody(adds), 'dontMock', ['./x']);
  script.call(inBody(empties), 'doMock', ['./x']);
  const made = script.surface.decidersOfMock('cjs', ID);
  expect(names(script.surface.decidersOfHeld(made))).toEqual([
    `jest.doMock by cart empties, ${KEY}`,
    'jest.doMock by cart adds, never',
  ]);
});

test('a registration with its own factory supersedes', () => {
  const script = new MockScript();
  script.call(inBody(empties), 'doMock', ['./x', factory]);
  expect(empties.marks.has(KEY)).toBe(true);
});

test('a mock that the registry still holds is decided by who made it, while that one is in place', () => {
  const script = new MockScript();
  script.call(inBody(adds), 'doMock', ['./x', factory]);
  const made = script.surface.decidersOfMock('cjs', ID);
  expect(names(script.surface.decidersOfHeld(made))).toEqual([`jest.doMock by cart adds, ${KEY}`]);

  // Buried: what was registered since has not reached the instance, so it shields nobody.
  script.call(inBody(alone), 'doMock', ['./x', other]);
  expect(names(script.surface.decidersOfHeld(made))).toEqual(['jest.doMock by cart adds, never']);

  script.call(inBody(alone), 'dontMock', ['./x']);
  expect(script.surface.decidersOfHeld(made)).toEqual([]);
});

describe('that a load was given the real module is decided', () => {
  test('by an unmock of what the file mocks', () => {
    const script = new MockScript();
    script.call(inBody(file), 'mock', ['./x', factory]);
    script.call(inBody(adds), 'unmock', ['./x']);
    expect(names(script.surface.decidersOfReal('cjs', '', './x'))).toEqual([`jest.unmock by cart adds, ${KEY}`]);
  });

  test('by automock that was switched off, for modules that it would mock', () => {
    const script = new MockScript();
    script.shape.automock = true;
    script.call(inBody(adds), 'disableAutomock', []);
    expect(names(script.surface.decidersOfReal('cjs', '', './x'))).toEqual([
      'jest.disableAutomock by cart adds, automock',
    ]);
    expect(script.surface.decidersOfReal('cjs', '', 'fs')).toEqual([]);
    expect(script.surface.decidersOfReal('esm', '', './x')).toEqual([]);
  });

  test.each(['./x', './throws'])('by nobody for %s, where nobody acted', (request) => {
    expect(new MockScript().surface.decidersOfReal('cjs', '', request)).toEqual([]);
  });
});

describe('in a block whose registrations are all taken back', () => {
  /** `./x` and automock are registered by a test, and again in the block of another. */
  function inBlock(): MockScript {
    const script = new MockScript();
    script.call(inBody(adds), 'doMock', ['./x', factory]);
    script.call(inBody(adds), 'enableAutomock', []);
    script.passing.isOpen = true;
    script.call(inBody(alone), 'doMock', ['./x', other]);
    script.call(inBody(alone), 'disableAutomock', []);
    return script;
  }

  test('a registration is no act, and decides what is loaded until the end of the block', () => {
    const script = inBlock();
    expect(script.ledger.acts).toBe(2);
    expect(script.surface.decidersOfMock('cjs', ID)).toEqual([]);
    expect(script.surface.decidersOfReal('cjs', '', './y')).toEqual([]);
    script.passing.isOpen = false;
    expect(names(script.surface.decidersOfMock('cjs', ID))).toEqual([`jest.doMock by cart adds, ${KEY}`]);
  });

  test('the real module, taken out of its mock again in the block, is nobody else’s doing', () => {
    const script = new MockScript();
    script.call(inBody(file), 'mock', ['./x', factory]);
    script.call(inBody(adds), 'unmock', ['./x']);
    script.passing.isOpen = true;
    script.call(inBody(empties), 'unmock', ['./x']);
    expect(script.surface.decidersOfReal('cjs', '', './x')).toEqual([]);
    script.passing.isOpen = false;
    expect(names(script.surface.decidersOfReal('cjs', '', './x'))).toEqual([`jest.unmock by cart adds, ${KEY}`]);
  });

  test('it is known that the block did the same again, and that nothing outside of it is shielded', () => {
    const { marks } = alone;
    marks.clear();
    inBlock();
    expect([...marks.keys()]).toEqual([`inside ${KEY}`, 'inside automock']);
  });

  test('a module that the block does not register is decided as outside of it', () => {
    const script = inBlock();
    const y = 'user:/p/src/y.js:';
    script.passing.isOpen = false;
    script.call(inBody(adds), 'doMock', ['./y', factory]);
    script.passing.isOpen = true;
    expect(names(script.surface.decidersOfMock('cjs', y))).toEqual([`jest.doMock by cart adds, cjs mock:${y}`]);
  });
});
