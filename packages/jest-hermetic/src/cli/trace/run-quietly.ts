import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  OUTBOX_VARIABLE,
  RECORD_EXTENSION,
  TRACE_EXTENSION,
  type FileRecord,
  type TraceRecord,
} from '@jest-hermetic/leak-record';
import { readRecords } from '@jest-hermetic/leak-record/read-record';
import { readTraceRecord } from '@jest-hermetic/leak-record/read-trace';
import { FAIL_AT_VARIABLE } from '@jest-hermetic/reporter';
import { usageError } from '../cli-error';
import type { Host } from '../host';
import { captureJest } from '../project/jest-binary';

/** What a run of some test files left. */
export interface QuietRun {
  records: FileRecord[];
  traces: TraceRecord[];
  /** How each test ended, as `<file> <full name>: <status>`, and each file that could not be run. */
  outcomes: string[];
  /** What Jest said of each file that it could not run. */
  broken: string[];
}

interface JestJson {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

// Neither the reporter of the project, nor its coverage, nor its snapshots are to hear of this run.
const QUIET = ['-i', '--ci', '--silent', '--coverage=false', '--watchAll=false', '--bail=0', '--reporters=default'];

/** A directory of its own for the runs of one command, removed when `work` is done. */
export function inScratch<T>(work: (directory: string) => T): T {
  const directory = mkdtempSync(path.join(tmpdir(), 'jest-hermetic-trace-'));
  try {
    return work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Runs test files in one process without a word, with leaks failing nothing.
 * @throws {CliError} exit code 2 with what Jest said when it ended without results.
 */
export function runQuietly(
  host: Host,
  files: readonly string[],
  jestArguments: readonly string[],
  directory: string,
  added: NodeJS.ProcessEnv = {},
): QuietRun {
  const outbox = mkdtempSync(path.join(directory, 'outbox-'));
  const results = path.join(outbox, 'results.json');
  const env = { ...host.env, [FAIL_AT_VARIABLE]: 'run', [OUTBOX_VARIABLE]: outbox, ...added };
  const args = [...QUIET, '--json', `--outputFile=${results}`, ...jestArguments, '--runTestsByPath', ...files];
  const output = captureJest(host.cwd, env, args);
  const json = readResults(results);
  if (json === null) throw usageError(`Jest could not run ${files.join(', ')}:\n\n${output.trim()}`);
  return {
    records: recordsIn(outbox),
    traces: readTraces(directory),
    outcomes: outcomesOf(json),
    broken: brokenIn(json),
  };
}

function brokenIn({ testResults }: JestJson): string[] {
  return testResults
    .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
    .map(({ name, message }) => `${name}\n${message.trimEnd()}`);
}

function readResults(file: string): JestJson | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as JestJson;
  } catch {
    return null;
  }
}

function recordsIn(directory: string): FileRecord[] {
  return textsIn(directory, RECORD_EXTENSION).flatMap(([name, text]) =>
    readRecords(text, name).flatMap((read) => ('record' in read ? [read.record] : [])),
  );
}

/** They lie in the directory that the request named. */
function readTraces(directory: string): TraceRecord[] {
  return textsIn(directory, TRACE_EXTENSION).flatMap(([name, text]) => {
    const read = readTraceRecord(text, name);
    return 'record' in read ? [read.record] : [];
  });
}

function textsIn(directory: string, extension: string): [name: string, text: string][] {
  const names = readdirSync(directory).filter((name) => name.endsWith(extension));
  return names.toSorted().map((name) => [name, readFileSync(path.join(directory, name), 'utf8')]);
}

function outcomesOf({ testResults }: JestJson): string[] {
  return testResults
    .flatMap(({ name, status, assertionResults }) => [
      ...(assertionResults.length === 0 ? [`${name}: ${status}`] : []),
      ...assertionResults.map((test) => `${name} ${test.fullName}: ${test.status}`),
    ])
    .toSorted();
}
