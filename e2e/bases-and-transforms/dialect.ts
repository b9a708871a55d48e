/** How the suite is written, and where its files lie. */
export interface Dialect {
  /** Of every file: `.js`. */
  extension: string;
  /** Whether the files are ES modules when they run, so that mocks are registered for `import`. */
  isEsm: boolean;
  /** The folder of the test files, with a `/` behind it, or empty. */
  tests: string;
  /** Each of the two modules: its file, and what it is called in reports and by those that load it. */
  app: Place;
  env: Place & { requestOfApp: string };
  /** What follows the request in the call that registers the mock. */
  factory: string;
  /** The lines of a test file before its tests. */
  head(dialect: Dialect): string[];
  /** The text of a module: `env` says what mode it is, `app` passes it on. */
  write: { app(dialect: Dialect): string; env(dialect: Dialect): string };
  /** An expression for the exports of a module, loaded now. */
  load(request: string): string;
}

/** Where a module is. */
export interface Place {
  /** Its file, from the folder of the row. */
  file: string;
  /** As the report calls it, `./` standing for that folder. */
  key: string;
  /** What a test file writes to load it. */
  request: string;
}

/** Plain CommonJS, run as it is. */
export const COMMON_JS: Dialect = {
  ...placed('.js', ''),
  isEsm: false,
  head: ({ app }) => [
    "const os = require('os');",
    "const Module = require('module');",
    "const { freshModules } = require('jest-hermetic/test');",
    `const { Cart, settings } = require('${app.request}');`,
  ],
  write: {
    app: ({ env }) =>
      [
        `const env = require('${env.requestOfApp}'); // @env`,
        'exports.Cart = class { total() { return 1; } };',
        'exports.settings = { limit: 1, read: () => env.mode };',
      ].join('\n'),
    env: () => "exports.mode = 'real';",
  },
  load: (request) => `require('${request}')`,
};

/** TypeScript with `import`, run as CommonJS. */
export const typescript = (extension = '.ts'): Dialect => ({
  ...placed(extension, ''),
  isEsm: false,
  ...withImports([]),
});

/** TypeScript with `import`, run as ES modules. */
export const typescriptEsm = (extension: string): Dialect => ({
  ...placed(extension, ''),
  isEsm: true,
  ...withImports([JEST]),
});

/** JavaScript with `import`, run as ES modules. */
export const esm = (extension: string): Dialect => ({
  ...placed(extension, extension),
  isEsm: true,
  ...withImports([JEST], []),
});

const JEST = "import { jest } from '@jest/globals';";

// They vanish, and so move every line below them.
const TYPES = ['interface Priced {', '  price: number;', '  count: number;', '}', 'type Prices = Map<string, Priced>;'];

function placed(extension: string, end: string): Pick<Dialect, 'extension' | 'tests' | 'app' | 'env' | 'factory'> {
  const place = (name: string) => ({
    file: `src/${name}${extension}`,
    key: `./src/${name}${extension}`,
    request: `./src/${name}${end}`,
  });
  return {
    extension,
    tests: '',
    app: place('app'),
    env: { ...place('env'), requestOfApp: `./env${end}` },
    factory: ", () => ({ mode: 'mock' })",
  };
}

function withImports(first: string[], types = TYPES): Pick<Dialect, 'head' | 'write' | 'load'> {
  return {
    head: ({ app }) => [
      ...first,
      ...types,
      "import os from 'os';",
      "import Module from 'module';",
      "import { freshModules } from 'jest-hermetic/test';",
      `import { Cart, settings } from '${app.request}';`,
    ],
    write: {
      app: ({ env }) =>
        [
          ...types,
          `import { mode } from '${env.requestOfApp}'; // @env`,
          'export class Cart { total() { return 1; } }',
          'export const settings = { limit: 1, read: () => mode };',
        ].join('\n'),
      env: () => [...types, "export const mode = 'real';"].join('\n'),
    },
    load: (request) => `(await import('${request}'))`,
  };
}
