import { OUTSIDE_OWNER, type FoundLeak, type LeakScope, type Receipt } from '@jest-hermetic/leak-record';
import { shellQuoted, shellWord } from './shell';

/**
 * A shell command that shows a leak again: the leaker and its first victim alone. Null when no test file is known
 * that would. `testFiles` are the files of this run, `jestArguments` what its command line said of the config.
 */
export function reproduceCommand(
  leak: FoundLeak,
  testFiles: ReadonlySet<string>,
  jestArguments: string | null = null,
): string | null {
  if (leak.owner === OUTSIDE_OWNER) return null;
  const [scope] = leak.scopes;
  const victim = firstVictim(leak);
  const file = testFiles.has(leak.owner) ? leak.owner : (victim?.file ?? null);
  if (file === null) return null;
  const jest = jestArguments === null ? 'npx jest' : `npx jest ${jestArguments}`;
  if (victim !== null && victim.file !== file) return `${jest} -i ${fileArguments([file, victim.file])}`;
  const names = [scope === undefined ? null : namePattern(scope), victim?.pattern ?? null].filter(
    (name) => name !== null,
  );
  const distinct = [...new Set(names)];
  const command = `${jest} ${fileArguments([file])}`;
  // Which of several made it is not known, so all of them have to run.
  if (distinct.length === 0 || leak.candidates.length > 0) return command;
  return `${command} -t ${shellQuoted(distinct.length === 1 ? `^${distinct[0]}$` : `^(${distinct.join('|')})$`)}`;
}

/** The name pattern of what leaked; null for the file, which runs in any case. */
function namePattern({ type, name }: LeakScope): string | null {
  if (type === 'file' || name === null) return null;
  return type === 'describe' ? `${escapeRegExp(name)} .*` : escapeRegExp(name);
}

function firstVictim(leak: FoundLeak): { file: string; pattern: string | null } | null {
  const receipt = leak.scopes.flatMap(({ observedBy }) => observedBy).find(({ sameTestRetry }) => !sameTestRetry);
  if (receipt !== undefined) return { file: receipt.file, pattern: receiptPattern(receipt) };
  const escape = leak.scopes.find(({ escapedTo }) => escapedTo !== null)?.escapedTo ?? null;
  return escape === null ? null : { file: escape.file, pattern: escapeRegExp(escape.test) };
}

function receiptPattern({ test, describe }: Receipt): string | null {
  if (test !== null) return escapeRegExp(test);
  return describe === null ? null : `${escapeRegExp(describe)} .*`;
}

/** Jest reads file arguments as regular expressions; a path that means something as one is passed by path. */
function fileArguments(files: string[]): string {
  const plain = files.every((file) => !/[\\^$*+?()[\]{}|]/.test(file));
  return [...(plain ? [] : ['--runTestsByPath']), ...files.map(shellWord)].join(' ');
}

/** Escapes what means something in a regular expression, as far as Jest's `-t` is concerned. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
