import { exampleLeak } from './example';
import { code, hook, hooksFor } from './hooks';
import type { KindRecipes, LeakFacts, RecipeForm } from './recipe';
import { quoted } from './request';
import { beyondScope, reach } from './words';

const FORM_OF_KEY: Record<string, string> = {
  'process.cwd': 'cwd',
  'process.umask': 'umask',
  'process.exitCode': 'exit-code',
};

/** Recipes for changes of the state of the process. */
export const processState: KindRecipes = {
  what: 'Something changed the state of the process (working directory, umask, exit code, listeners on its streams) and did not put it back.',
  hurts:
    'Jest copies the process object for every test file, but these go through to the process of the worker. Later tests, and later files of the same worker, ' +
    'resolve paths elsewhere, write files with other rights, or make a green run exit with an error.',
  choose: (leak) => FORM_OF_KEY[leak.key] ?? 'listener',
  sentence: (leak, form) => `${subject(leak, form)} ${beyondScope(leak)}${reach(leak)}.`,
  forms: {
    cwd: saved(
      'process.chdir() is called and the old directory not restored',
      'Jest does not restore the working directory, not even between files.',
      ['const cwd = process.cwd();', 'process.chdir(cwd);'],
    ),
    umask: saved(
      'process.umask() is set and not restored',
      'Jest does not restore the umask, not even between files.',
      ['const umask = process.umask();', 'process.umask(umask);'],
    ),
    'exit-code': saved(
      'process.exitCode is set and not restored',
      'Jest shares process.exitCode with the tests: what is left there becomes the exit code of a green run.',
      ['const { exitCode } = process;', 'process.exitCode = exitCode;'],
    ),
    listener: leftListener(),
  },
  example: (form) => {
    const key = Object.keys(FORM_OF_KEY).find((one) => FORM_OF_KEY[one] === form) ?? 'process.stdout:resize';
    return exampleLeak({
      kind: 'process-state',
      key,
      file: 'src/app.test.js',
      call: form === 'cwd' ? 'process.chdir' : null,
    });
  },
};

function saved(when: string, why: string, [keep, restore]: [string, string]): RecipeForm {
  return {
    when,
    why: () => why,
    fix: (leak) => {
      const { after, place } = hooksFor(leak);
      return [`${place}, keep it and put it back:`, ...code(keep, hook(after, restore))];
    },
  };
}

function leftListener(): RecipeForm {
  return {
    when: 'a listener on process.stdin, stdout or stderr is not removed',
    why: () => 'Jest removes no listeners; each file adds one more until Node warns of a leak.',
    fix: (leak) => {
      const [stream, event] = splitListener(leak.key);
      const { after, place } = hooksFor(leak);
      return [
        'Remove it where it was added:',
        ...code(`${stream}.off(${event}, listener);`),
        `or, if the code under test adds it and offers no way back: ${place[0]?.toLowerCase()}${place.slice(1)}`,
        ...code(
          `const listeners = ${stream}.listeners(${event});`,
          `${after}(() => {`,
          `  for (const listener of ${stream}.listeners(${event})) {`,
          `    if (!listeners.includes(listener)) ${stream}.off(${event}, listener);`,
          '  }',
          '});',
        ),
      ];
    },
  };
}

function subject(leak: LeakFacts, form: string): string {
  const left = leak.is === null ? '' : ` (${leak.is})`;
  if (form === 'cwd') return `The working directory is still another one${left}`;
  if (form === 'umask') return `The umask is still another one${left}`;
  if (form === 'exit-code') return `process.exitCode is still set${left}`;
  const [stream, event] = splitListener(leak.key);
  return `A listener for ${event} on ${stream} is still there`;
}

function splitListener(key: string): [stream: string, event: string] {
  const end = key.indexOf(':');
  return [key.slice(0, end), quoted(key.slice(end + 1))];
}
