import type { ProjectFiles } from '../harness';

/** One form in which a team has its Jest config, and what `init --write` makes of it. */
export interface ConfigForm {
  name: string;
  files: ProjectFiles;
  /** Arguments for Jest. */
  args?: string[];
  /** The file that is edited, and its text afterwards. The suite then runs under it. */
  edited?: { file: string; text: string };
  /** What is said where nothing is edited: why, and the lines to add. */
  says?: string[];
}

const BOTH = "  testEnvironment: 'jest-hermetic',\n  reporters: ['default', 'jest-hermetic/reporter'],\n";
const BOTH_LINES = ["  testEnvironment: 'jest-hermetic',", "  reporters: ['default', 'jest-hermetic/reporter'],"];

/** A script config and the same with both lines. */
function script(name: string, head: string, rest = '  transform: {}, // none\n};\n'): ConfigForm {
  return {
    name,
    files: { [name]: `${head}\n${rest}` },
    edited: { file: name, text: `${head}\n${BOTH}${rest}` },
  };
}

/** Every form that Jest reads, those that are not edited last. */
export const FORMS: readonly ConfigForm[] = [
  script('jest.config.js', "/** @type {import('jest').Config} */\nmodule.exports = {"),
  script('jest.config.cjs', 'const config = {', '  transform: {},\n};\n\nmodule.exports = config;\n'),
  script('jest.config.mjs', 'export default {'),
  script(
    'jest.config.ts',
    "/** @jest-config-loader esbuild-register */\nimport type { Config } from 'jest';\n\nconst config: Config = {",
    '  transform: {},\n};\n\nexport default config;\n',
  ),
  {
    name: 'jest.config.json, with a comment and CRLF',
    files: { 'jest.config.json': '{\r\n    // none\r\n    "transform": {}\r\n}\r\n' },
    edited: {
      file: 'jest.config.json',
      text:
        '{\r\n    "testEnvironment": "jest-hermetic",\r\n    "reporters": ["default", "jest-hermetic/reporter"],\r\n' +
        '    // none\r\n    "transform": {}\r\n}\r\n',
    },
  },
  {
    name: 'package.json with a jest key',
    files: { 'package.json': '{\n  "name": "suite", "files": ["a"],\n  "jest": { "transform": {} }\n}\n' },
    edited: {
      file: 'package.json',
      text:
        '{\n  "name": "suite", "files": ["a"],\n  "jest": {\n    "testEnvironment": "jest-hermetic",\n' +
        '    "reporters": ["default", "jest-hermetic/reporter"],\n    "transform": {} }\n}\n',
    },
  },
  {
    name: 'package.json without a jest key',
    files: { 'package.json': '{\n  "name": "suite",\n  "files": ["a"]\n}\n' },
    edited: {
      file: 'package.json',
      text:
        '{\n  "name": "suite",\n  "files": ["a"],\n  "jest": {\n    "testEnvironment": "jest-hermetic",\n' +
        '    "reporters": ["default", "jest-hermetic/reporter"]\n  }\n}\n',
    },
  },
  {
    name: 'a preset, own reporters and another environment with options',
    files: {
      'jest-preset.json': { testMatch: ['**/a.test.js'] },
      'own-reporter.js': 'module.exports = class {};\n',
      'env.js': "module.exports = require('jest-environment-node').TestEnvironment;\n",
      'jest.config.js':
        "module.exports = {\n  preset: './jest-preset.json', transform: {},\n  reporters: [['<rootDir>/own-reporter.js', { a: 1 }]],\n" +
        "  testEnvironment: './env.js',\n  testEnvironmentOptions: { mine: 1 },\n};\n",
    },
    edited: {
      file: 'jest.config.js',
      text:
        "module.exports = {\n  preset: './jest-preset.json', transform: {},\n" +
        "  reporters: [['<rootDir>/own-reporter.js', { a: 1 }], 'jest-hermetic/reporter'],\n  testEnvironment: 'jest-hermetic',\n" +
        "  testEnvironmentOptions: { hermetic: { baseEnvironment: './env.js' }, mine: 1 },\n};\n",
    },
  },
  {
    name: 'a function',
    files: { 'jest.config.js': 'module.exports = async () => ({ transform: {} });\n' },
    says: ['jest.config.js was left alone: it does not export a plain object literal. Add these', ...BOTH_LINES],
  },
  {
    name: 'a spread',
    files: {
      'base.js': 'module.exports = {};\n',
      'jest.config.js': "module.exports = {\n  ...require('./base'),\n};\n",
    },
    says: ['jest.config.js was left alone: its object literal is more than plain properties', ...BOTH_LINES],
  },
  {
    name: 'a setting that the literal does not show',
    files: { 'jest.config.js': "module.exports = {};\nmodule.exports.testEnvironment = 'node';\n" },
    says: ['jest.config.js was put back as it was: Jest does not see the new lines', ...BOTH_LINES],
  },
  {
    name: 'projects of two environments',
    files: {
      'env.js': "module.exports = require('jest-environment-node').TestEnvironment;\n",
      'jest.config.json': {
        projects: [
          { displayName: 'unit', transform: {} },
          { displayName: 'web', testEnvironment: './env.js', transform: {} },
        ],
      },
    },
    says: [
      'jest.config.json was left alone: it has several projects. Add these lines yourself:',
      '  at the top:\n    "reporters": ["default", "jest-hermetic/reporter"],',
      '  in the project unit:\n    "testEnvironment": "jest-hermetic",',
      '  in the project web:\n    "testEnvironment": "jest-hermetic",\n' +
        '    "testEnvironmentOptions": { "hermetic": { "baseEnvironment": "./env.js" } },',
    ],
  },
  {
    name: 'a jest key that names another file',
    files: { 'package.json': { jest: './other.json' }, 'other.json': { transform: {} } },
    says: ['package.json was left alone: its "jest" key names another file', '  "testEnvironment": "jest-hermetic",'],
  },
  {
    name: 'a config on the command line',
    files: {},
    args: ['--config', '{"transform":{}}'],
    says: ['was not edited: the config is given on the command line', ...BOTH_LINES],
  },
];
