import { editJsonConfig, editScriptConfig } from './edit-config';
import type { MissingLines } from './missing-lines';

const BOTH: MissingLines = { environment: { base: null }, reporter: true };
const JSDOM: MissingLines = { environment: { base: 'jest-environment-jsdom' }, reporter: false };

describe('editScriptConfig', () => {
  test('adds both lines at the start of the literal, in its indentation', () => {
    expect(edited('module.exports = {\n    verbose: true,\n};\n', BOTH)).toBe(
      "module.exports = {\n    testEnvironment: 'jest-hermetic',\n" +
        "    reporters: ['default', 'jest-hermetic/reporter'],\n    verbose: true,\n};\n",
    );
  });

  test.each([
    ['module.exports = {};\n'],
    ['module.exports = { verbose: true };\n'],
    ['module.exports = {\n  // a comment\n};\n'],
    [
      '/** @type {import("jest").Config} */\nmodule.exports = {\n  a: [1, { b: "}" }], // }\n  c: /* , */ `${"x"}`,\n};',
    ],
  ])('%j still evaluates, with the lines in it', (text) => {
    expect(evaluate(edited(text, BOTH))).toEqual({
      ...evaluate(text),
      testEnvironment: 'jest-hermetic',
      reporters: ['default', 'jest-hermetic/reporter'],
    });
  });

  test.each([
    ["module.exports = { testEnvironment: 'node', reporters: [] };", ['default']],
    ["module.exports = { 'testEnvironment': 'node', reporters: ['default'] };", ['default']],
    ["module.exports = { reporters: ['default', ['junit', { a: [1] }]], };", ['default', ['junit', { a: [1] }]]],
    ["module.exports = {\n  reporters: [\n    'default',\n    'x',\n  ],\n};", ['default', 'x']],
  ])('%j keeps the reporters that it has', (text, reporters) => {
    expect(evaluate(edited(text, BOTH))).toEqual({
      testEnvironment: 'jest-hermetic',
      reporters: [...reporters, 'jest-hermetic/reporter'],
    });
  });

  test.each(['const config = {\n  a: 1,\n};\n\nmodule.exports = config;\n', 'let c$ = { a: 1 };\nmodule.exports = c$'])(
    'follows the variable that is exported: %j',
    (text) => {
      expect(evaluate(edited(text, BOTH))).toMatchObject({ a: 1, testEnvironment: 'jest-hermetic' });
    },
  );

  test('names the base environment', () => {
    expect(evaluate(edited("module.exports = { testEnvironment: 'jsdom' };", JSDOM))).toEqual({
      testEnvironment: 'jest-hermetic',
      testEnvironmentOptions: { hermetic: { baseEnvironment: 'jest-environment-jsdom' } },
    });
  });

  test.each([
    ['module.exports = async () => ({});', 'plain object literal'],
    ['module.exports = require("./base");', 'plain object literal'],
    ['module.exports = {};\nmodule.exports = {};', 'plain object literal'],
    ['module.exports = { ...base };', 'more than plain properties'],
    ['module.exports = { reporters };', 'more than plain properties'],
    ['module.exports = { reporters: reporters };', 'reporters is not a plain literal'],
    ['module.exports = { testEnvironment: pick() };', 'testEnvironment is not a plain literal'],
    ['module.exports = { projects: ["a"] };', 'several projects'],
    ['module.exports = { preset: "x" };', 'preset'],
    ['module.exports = { a: 1', 'more than plain properties'],
  ])('%j is left alone: %s', (text, why) => {
    expect(editScriptConfig(text, BOTH)).toEqual({ refused: expect.stringContaining(why) as string });
  });

  test('does not touch testEnvironmentOptions that are there', () => {
    const text = "module.exports = { testEnvironment: 'jsdom', testEnvironmentOptions: { url: 'x' } };";
    expect(editScriptConfig(text, JSDOM)).toHaveProperty('refused');
  });
});

describe('editJsonConfig', () => {
  test('keeps the indentation and the last line end', () => {
    expect(editJsonConfig('{\n    "verbose": true\n}\n', { environment: null, reporter: true }, 'file')).toEqual({
      text: '{\n    "verbose": true,\n    "reporters": [\n        "default",\n        "jest-hermetic/reporter"\n    ]\n}\n',
    });
  });

  test('adds the jest key to a package.json that has none', () => {
    const edit = editJsonConfig('{ "name": "x" }', BOTH, 'package');
    expect('text' in edit && JSON.parse(edit.text)).toEqual({
      name: 'x',
      jest: { testEnvironment: 'jest-hermetic', reporters: ['default', 'jest-hermetic/reporter'] },
    });
  });

  test.each(['{ "jest": "./other.json" }', '{ "jest": { "projects": ["a"] } }', '{ "jest": { "preset": "x" } }'])(
    '%s is left alone',
    (text) => {
      expect(editJsonConfig(text, BOTH, 'package')).toHaveProperty('refused');
    },
  );
});

function edited(text: string, missing: MissingLines): string {
  const edit = editScriptConfig(text, missing);
  if ('refused' in edit) throw new Error(edit.refused);
  return edit.text;
}

function evaluate(text: string): Record<string, unknown> {
  const holder: { exports: unknown } = { exports: null };
  new Function('module', text)(holder);
  return holder.exports as Record<string, unknown>;
}
