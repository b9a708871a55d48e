import { exampleLeak } from './example';
import { code, hook, hooksFor } from './hooks';
import type { KindRecipes, LeakFacts } from './recipe';
import { quoted } from './request';
import { ABSENT } from './slot';
import { beyondScope, listed, reach } from './words';

/** Recipes for changes of the module system of the host. */
export const hostRequireCache: KindRecipes = {
  what: "Something changed the module cache, the loaders or the global paths of Node itself, through require('module'), and did not put it back.",
  hurts:
    "Jest has a registry of its own, but require('module') hands out Node's real tables. Jest, its plugins and every later file of the same worker load through them.",
  choose: ({ key }) =>
    key.startsWith('Module._cache')
      ? 'cache-entry'
      : key.startsWith('Module._extensions')
        ? 'extension'
        : 'global-paths',
  sentence: (leak, form) => `${subject(leak, form)} ${beyondScope(leak)}${reach(leak)}.`,
  forms: {
    'cache-entry': {
      when: 'entries of Module._cache are added, removed or replaced',
      why: () =>
        'jest.resetModules() clears the registry of Jest, not the cache of Node. To stub a module for your own code use jest.doMock().',
      fix: (leak) =>
        keepAndRestore(leak, 'const cache = { ...Module._cache };', [
          'for (const key of Object.keys(Module._cache)) if (!(key in cache)) delete Module._cache[key];',
          'Object.assign(Module._cache, cache);',
        ]),
    },
    extension: {
      when: 'a loader in Module._extensions is added, removed or replaced',
      why: () => "Jest does not use Node's loaders for your files: what you want is a transform in the Jest config.",
      fix: (leak) => {
        const extension = quoted(extensionOf(leak));
        return keepAndRestore(leak, `const { ${extension}: loader } = Module._extensions;`, [
          `if (loader) Module._extensions[${extension}] = loader;`,
          `else delete Module._extensions[${extension}];`,
        ]);
      },
    },
    'global-paths': {
      when: 'Module.globalPaths is changed',
      why: () =>
        "Jest does not search Node's global paths for your modules: what you want is modulePaths in the Jest config.",
      fix: (leak) =>
        keepAndRestore(leak, 'const globalPaths = [...Module.globalPaths];', [
          'Module.globalPaths.splice(0, Infinity, ...globalPaths);',
        ]),
    },
  },
  example: (form) => {
    const key =
      form === 'cache-entry'
        ? 'Module._cache'
        : form === 'extension'
          ? 'Module._extensions[.txt]'
          : 'Module.globalPaths';
    return exampleLeak({ kind: 'host-require-cache', key, file: 'src/loader.test.js', call: null });
  },
};

function keepAndRestore(leak: LeakFacts, keep: string, restore: string[]): string[] {
  const { after, place } = hooksFor(leak);
  return [`${place}, keep it and put it back:`, ...code(keep, ...hookLines(after, restore))];
}

function hookLines(name: string, statements: string[]): string[] {
  if (statements.length === 1) return [hook(name, ...statements)];
  return [`${name}(() => {`, ...statements.map((statement) => `  ${statement}`), '});'];
}

function subject(leak: LeakFacts, form: string): string {
  if (form === 'extension') {
    const loader = `The loader for ${extensionOf(leak)} in Module._extensions`;
    return leak.was === ABSENT ? `${loader} was added and is still there` : `${loader} is still changed`;
  }
  if (form === 'global-paths') return 'Module.globalPaths is still changed';
  const entries = leak.modules.map(({ path, effect }) => `${path} ${effect}`);
  return `Module._cache is still changed${entries.length > 0 ? ` (${listed(entries)})` : ''}`;
}

function extensionOf({ key }: LeakFacts): string {
  return /\[(.+)\]$/.exec(key)?.[1] ?? '.js';
}
