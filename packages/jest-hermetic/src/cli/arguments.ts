import { parseArgs, type ParseArgsConfig } from 'node:util';
import { KINDS, isKind, type Kind } from '@jest-hermetic/leak-record';
import { usageError } from './cli-error';
import { VERBS, isVerb, synopsisOf, type Verb } from './usage';

/** What the user asked for. `jestArguments` is what stood behind `--`. */
export type Command =
  | { verb: 'help'; of: Verb | null }
  | { verb: 'version' }
  | InitCommand
  | { verb: 'check'; against: string | null; jestArguments: string[] }
  | { verb: 'merge-reports'; files: string[]; jestArguments: string[] }
  | { verb: 'prune'; jestArguments: string[] }
  | AcceptCommand
  | TraceCommand
  | { verb: 'explain'; kind: Kind };

/** `init` with its switches. */
export interface InitCommand {
  verb: 'init';
  write: boolean;
  again: boolean;
  ci: boolean;
  fromReport: boolean;
  jestArguments: string[];
}

/** `trace` with the owner whose leaks are traced. */
export interface TraceCommand {
  verb: 'trace';
  owner: string;
  json: boolean;
  jestArguments: string[];
}

/** `accept` with what selects the leaks. A null matches everything. */
export interface AcceptCommand {
  verb: 'accept';
  owner: string;
  kind: Kind | null;
  key: string | null;
  reason: string;
  jestArguments: string[];
}

/**
 * Reads the words after `jest-hermetic`.
 * @throws {CliError} exit code 2, with the one thing that is wrong, for anything unknown, missing or left over.
 */
export function parseCommand(argv: readonly string[]): Command {
  const [first, ...rest] = argv;
  if (first === undefined || first === '--help' || first === '-h') return { verb: 'help', of: verbOrNull(rest[0]) };
  if (first === 'help') return { verb: 'help', of: verbOrNull(rest[0]) };
  if (first === '--version' || first === '-v') return { verb: 'version' };
  if (!isVerb(first)) {
    const what = first.startsWith('-') ? 'option' : 'verb';
    throw usageError(`Unknown ${what} ${first}. Verbs: ${VERBS.join(', ')}. See: npx jest-hermetic --help`);
  }

  const split = rest.indexOf('--');
  const own = split === -1 ? rest : rest.slice(0, split);
  const jestArguments = split === -1 ? [] : rest.slice(split + 1);
  if (own.includes('--help') || own.includes('-h')) return { verb: 'help', of: first };

  switch (first) {
    case 'init':
      return parseInit(own, jestArguments);
    case 'check':
      return parseCheck(own, jestArguments);
    case 'prune':
      readWords(first, own, {}, 0);
      return { verb: first, jestArguments };
    case 'merge-reports':
      return parseMergeReports(own, jestArguments);
    case 'accept':
      return parseAccept(own, jestArguments);
    case 'trace':
      return parseTrace(own, jestArguments);
    case 'explain':
      return parseExplain(own);
  }
}

function verbOrNull(word: string | undefined): Verb | null {
  return word !== undefined && isVerb(word) ? word : null;
}

function parseInit(own: string[], jestArguments: string[]): InitCommand {
  const flag = { type: 'boolean' } as const;
  const { values } = readWords('init', own, { write: flag, again: flag, ci: flag, 'from-report': flag }, 0);
  return {
    verb: 'init',
    write: values['write'] === true,
    again: values['again'] === true,
    ci: values['ci'] === true,
    fromReport: values['from-report'] === true,
    jestArguments,
  };
}

function parseCheck(own: string[], jestArguments: string[]): Command {
  const { against } = readWords('check', own, { against: { type: 'string' } }, 0).values;
  if (against !== undefined && (typeof against !== 'string' || against.trim() === '' || against.startsWith('-'))) {
    throw usageError(`check: --against needs a branch, a tag or a commit. Usage: ${synopsisOf('check')}`);
  }
  return { verb: 'check', against: against ?? null, jestArguments };
}

function parseMergeReports(own: string[], jestArguments: string[]): Command {
  const files = readWords('merge-reports', own, {}, Infinity).positionals;
  if (files.length === 0) throw usageError(`merge-reports needs the reports. Usage: ${synopsisOf('merge-reports')}`);
  return { verb: 'merge-reports', files, jestArguments };
}

function parseAccept(own: string[], jestArguments: string[]): AcceptCommand {
  const { values, positionals } = readWords('accept', own, { reason: { type: 'string' } }, 3);
  const [owner, kind, key] = positionals;
  if (owner === undefined) throw usageError(`accept needs the owner of the leak. Usage: ${synopsisOf('accept')}`);
  if (kind !== undefined && !isKind(kind)) throw unknownKind(kind);
  const reason = typeof values['reason'] === 'string' ? values['reason'].replace(/\s+/g, ' ').trim() : '';
  if (reason === '') {
    throw usageError(
      `accept needs a reason: it is what the next reader of the baseline sees. Usage: ${synopsisOf('accept')}`,
    );
  }
  return { verb: 'accept', owner, kind: kind ?? null, key: key ?? null, reason, jestArguments };
}

function parseTrace(own: string[], jestArguments: string[]): TraceCommand {
  const { values, positionals } = readWords('trace', own, { json: { type: 'boolean' } }, 1);
  const [owner] = positionals;
  if (owner === undefined) throw usageError(`trace needs the owner of the leak. Usage: ${synopsisOf('trace')}`);
  return { verb: 'trace', owner, json: values['json'] === true, jestArguments };
}

function parseExplain(own: string[]): Command {
  const [kind] = readWords('explain', own, {}, 1).positionals;
  if (kind === undefined) throw usageError(`explain needs a kind: ${KINDS.join(', ')}.`);
  if (!isKind(kind)) throw unknownKind(kind);
  return { verb: 'explain', kind };
}

function unknownKind(kind: string): Error {
  return usageError(`Unknown kind ${kind}. Kinds: ${KINDS.join(', ')}.`);
}

type Words = { values: Record<string, unknown>; positionals: string[] };

function readWords(verb: Verb, own: string[], options: NonNullable<ParseArgsConfig['options']>, most: number): Words {
  let words: Words;
  try {
    words = parseArgs({ args: own, options, allowPositionals: true, strict: true });
  } catch (error) {
    // node:util adds advice on `--` that would send the word to Jest; its first sentence is what we need.
    const sentence = (error as Error).message.split('. ')[0];
    throw usageError(`${verb}: ${sentence}. Usage: ${synopsisOf(verb)}`);
  }
  const extra = words.positionals[most];
  if (extra !== undefined) throw usageError(`${verb}: Unexpected word '${extra}'. Usage: ${synopsisOf(verb)}`);
  return words;
}
