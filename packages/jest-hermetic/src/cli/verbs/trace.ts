import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { EXIT_CODES, isOff, SWITCH_VARIABLE, TRACE_VARIABLE, TRACE_VERSION } from '@jest-hermetic/leak-record';
import type { FoundLeak, Report, TraceRequest } from '@jest-hermetic/leak-record';
import type { TraceCommand } from '../arguments';
import { CliError, nothingJudged, usageError } from '../cli-error';
import type { Host } from '../host';
import { readLastReport } from '../project/last-report';
import { loadProject } from '../project/load-project';
import type { Project } from '../project/read-project';
import { filesOfOwner, ownerAsReported } from '../trace/files-of-owner';
import { isNamed, planTrace, readTrace } from '../trace/plan-trace';
import type { TracedKey, TracePlan } from '../trace/plan-trace';
import { inScratch, runQuietly } from '../trace/run-quietly';
import type { QuietRun } from '../trace/run-quietly';
import { describeExact, describeTraced } from '../trace/trace-lines';

/** Differences of outcomes that are printed. */
const MOST_DIFFERENCES = 5;

/**
 * Runs the owner twice, as it is and with watchpoints on its leaked keys, and names the line of each write. Touches
 * neither the baseline nor the last report.
 * @throws {CliError} exit code 2 with Jest's own words when it could not run the code, 5 when the owner has no leaked
 * key whose writes could be named.
 */
export function trace(host: Host, command: TraceCommand): number {
  if (isOff(host.env)) {
    throw usageError(`${SWITCH_VARIABLE}=off turns jest-hermetic off, so nothing would be found. Unset it.`);
  }
  const { jestArguments } = command;
  const project = loadProject(host, jestArguments);
  const report = lastReport(project);
  const owner = ownerAsReported(command.owner, host, project, report);
  const files = filesOfOwner(owner, host, project, report, jestArguments);
  if (files.length === 0) throw nothingJudged(`No test file is known in which ${owner} runs.`);

  return inScratch((directory) => {
    const plain = runQuietly(host, files, jestArguments, directory);
    const found = plain.records.flatMap(({ leaks }) => leaks.filter((leak) => leak.owner === owner));
    if (found.length === 0) refuseWithoutRun(owner, plain);
    const plan = planTrace(knownLeaks(owner, report) ?? found);
    if (plan.traced.length === 0) return refuse(host, command, owner, plan);
    const traced = runQuietly(host, files, jestArguments, directory, request(directory, plan));
    const keys = plan.traced.map((leak) => readTrace(leak, traced.traces));
    const differing = difference(plain.outcomes, traced.outcomes);
    if (command.json) host.print(JSON.stringify(asJson(owner, keys, plan, differing), null, 2));
    else print(host, { owner, keys, plan, differing, tests: plain.outcomes.length, rootDir: project.rootDir });
    return keys.some(({ writes }) => writes.some(isNamed)) ? EXIT_CODES.clean : EXIT_CODES.nothingJudged;
  });
}

/** The last report, if there is one that can be read: without it the first run tells the keys. */
function lastReport(project: Project): Report | null {
  try {
    return readLastReport(project);
  } catch (error) {
    if (error instanceof CliError) return null;
    throw error;
  }
}

function knownLeaks(owner: string, report: Report | null): readonly FoundLeak[] | null {
  const known = report?.leaks.filter((leak) => leak.owner === owner) ?? [];
  return known.length > 0 ? known : null;
}

/** That nothing was found says something only where the code ran, and under our environment. */
function refuseWithoutRun(owner: string, { broken, records }: QuietRun): void {
  if (broken.length > 0) throw usageError(`Jest could not run what is to be traced:\n\n${broken.join('\n\n')}`);
  if (records.length > 0) return;
  throw nothingJudged(`Nothing to trace: no test file in which ${owner} runs is under the environment jest-hermetic.`);
}

function request(directory: string, plan: TracePlan): NodeJS.ProcessEnv {
  const file = path.join(directory, 'request.json');
  const keys = plan.traced.map(({ kind, key }) => ({ kind, key }));
  writeFileSync(file, JSON.stringify({ version: TRACE_VERSION, directory, keys } satisfies TraceRequest));
  return { [TRACE_VARIABLE]: file };
}

function refuse(host: Host, { json }: TraceCommand, owner: string, plan: TracePlan): number {
  if (json) host.print(JSON.stringify(asJson(owner, [], plan, []), null, 2));
  else for (const leak of plan.exact) host.print(describeExact(leak));
  if (plan.exact.length > 0) throw nothingJudged(`Nothing to trace: the lines of ${owner} are known already.`);
  const more = plan.hopeless.length > 0 ? ' whose writes a watchpoint could see' : '';
  throw nothingJudged(`Nothing to trace: ${owner} has no leaked key${more}.`);
}

function difference(plain: readonly string[], traced: readonly string[]): string[] {
  return [...traced.filter((line) => !plain.includes(line)), ...plain.filter((line) => !traced.includes(line))];
}

interface Findings {
  owner: string;
  keys: TracedKey[];
  plan: TracePlan;
  differing: string[];
  tests: number;
  rootDir: string;
}

function print(host: Host, { owner, keys, plan, differing, tests, rootDir }: Findings): void {
  const sources = (file: string): string | null => {
    try {
      return readFileSync(path.resolve(rootDir, file), 'utf8');
    } catch {
      return null;
    }
  };
  const count = keys.length === 1 ? '1 leaked key' : `${keys.length} leaked keys`;
  host.print(`${owner}: ${count}, run again with a watchpoint on each.`);
  host.print('');
  for (const key of keys) for (const line of describeTraced(key, sources)) host.print(line);
  for (const leak of plan.exact) host.print(describeExact(leak));
  if (plan.exact.length > 0) host.print('');
  if (differing.length === 0) {
    host.print(`All tests ended as without the watchpoints (${tests}).`);
    return;
  }
  host.print('Not all tests ended as without the watchpoints, so take the lines above with care:');
  for (const line of differing.slice(0, MOST_DIFFERENCES)) host.print(`  ${line}`);
}

function asJson(owner: string, keys: readonly TracedKey[], plan: TracePlan, differing: readonly string[]): object {
  return {
    version: TRACE_VERSION,
    owner,
    sameOutcomes: differing.length === 0,
    keys: keys.map(({ leak, writes, others, unwatched }) => ({
      kind: leak.kind,
      key: leak.key,
      siteIs: writes.some(isNamed) ? 'write' : leak.siteIs,
      writes: writes.map(({ write, scopes }) => {
        const { site, via, calledAt, by, was, is } = write;
        return { site, via, calledAt, by, scopes, was, is };
      }),
      others,
      unwatched,
    })),
    exact: plan.exact.map(({ kind, key, site, siteIs, call }) => ({ kind, key, site, siteIs, call })),
  };
}
