import { editConfig } from './edit-config';
import type { MissingLines } from './missing-lines';

const REPORTERS = ['default', 'jest-hermetic/reporter'];
const BOTH: MissingLines = { environments: [{ project: 'p', base: null }], reporters: REPORTERS };
const JSDOM: MissingLines = { environments: [{ project: 'p', base: 'jest-environment-jsdom' }], reporters: null };

describe('a script', () => {
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
    ["module.exports = { testEnvironmentOptions: pick(), testEnvironment: 'x' };", 'testEnvironmentOptions is not'],
    ['module.exports = { testEnvironmentOptions: { hermetic: {} } };', 'testEnvironmentOptions is not'],
    ['module.exports = { a: 1', 'more than plain properties'],
  ])('%j is left alone: %s', (text, why) => {
    expect(editConfig(text, 'script', { ...JSDOM, reporters: REPORTERS })).toEqual({
      refused: expect.stringContaining(why) as string,
    });
  });

  test.each(["{ url: 'x' }", '{}', "{\n    url: 'x',\n  }"])('keeps the testEnvironmentOptions %j', (options) => {
    const text = `module.exports = { testEnvironment: 'jsdom', testEnvironmentOptions: ${options} };`;
    expect(evaluate(edited(text, JSDOM))['testEnvironmentOptions']).toEqual({
      ...(evaluate(text)['testEnvironmentOptions'] as object),
      hermetic: { baseEnvironment: 'jest-environment-jsdom' },
    });
  });

  test('several projects are left alone', () => {
    const environments = ['one', 'two'].map((project) => ({ project, base: null }));
    expect(editConfig('module.exports = {};', 'script', { environments, reporters: null })).toHaveProperty('refused');
  });
});

describe('JSON', () => {
  test.each([
    [
      '{\n    "verbose": true\n}\n',
      '{\n    "testEnvironment": "jest-hermetic",\n    "reporters": ["default", "jest-hermetic/reporter"],\n    "verbose": true\n}\n',
    ],
    ['{}', '{\n  "testEnvironment": "jest-hermetic",\n  "reporters": ["default", "jest-hermetic/reporter"]\n}'],
    [
      '\uFEFF{ "a": [1, 2] }',
      '\uFEFF{\n  "testEnvironment": "jest-hermetic",\n  "reporters": ["default", "jest-hermetic/reporter"],\n  "a": [1, 2] }',
    ],
    [
      '// why\r\n{\r\n  "reporters": ["x"] // here\r\n}\r\n',
      '// why\r\n{\r\n  "testEnvironment": "jest-hermetic",\r\n  "reporters": ["x", "jest-hermetic/reporter"] // here\r\n}\r\n',
    ],
  ])('a file keeps all else byte for byte: %j', (text, expected) => {
    expect(editConfig(text, 'json', BOTH)).toEqual({ text: expected });
  });

  test('a package.json keeps all else byte for byte, with the jest key or without', () => {
    const around = (jest: string) => `{\r\n\t"name": "x",\r\n\t"files": ["a", "b"]${jest}\r\n}\r\n`;
    const both = '"testEnvironment": "jest-hermetic",\r\n\t\t"reporters": ["default", "jest-hermetic/reporter"]';
    expect(editConfig(around(''), 'package', BOTH)).toEqual({
      text: around(`,\r\n\t"jest": {\r\n\t\t${both}\r\n\t}`),
    });
    expect(editConfig(around(',\r\n\t"jest": {\r\n\t\t"bail": 1\r\n\t}'), 'package', BOTH)).toEqual({
      text: around(`,\r\n\t"jest": {\r\n\t\t${both},\r\n\t\t"bail": 1\r\n\t}`),
    });
    expect(editConfig('{}', 'package', JSDOM)).toHaveProperty('text', expect.stringContaining('"jest": {'));
  });

  test.each(['{ "jest": "./other.json" }', '{ "jest": { "projects": ["a"] } }', '[]', '', '{ "a": '])(
    '%s is left alone',
    (text) => {
      expect(editConfig(text, 'package', BOTH)).toHaveProperty('refused');
    },
  );
});

function edited(text: string, missing: MissingLines): string {
  const edit = editConfig(text, 'script', missing);
  if ('refused' in edit) throw new Error(edit.refused);
  return edit.text;
}

function evaluate(text: string): Record<string, unknown> {
  const holder: { exports: unknown } = { exports: null };
  new Function('module', text)(holder);
  return holder.exports as Record<string, unknown>;
}
