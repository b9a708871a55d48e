import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '@jest-hermetic/leak-record';
import { cleanEnvironment, REPORT_PATH, type JestLine, type Project } from '../harness';
import { createSuite, LEAKING } from './suite';
import type { Way } from './ways';

/** What a way of running left. */
export interface WayRun {
  project: Project;
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  output: string;
  report: Report | null;
  /** The report of an earlier run was left in place. */
  keptOld: boolean;
}

/** Stands for the report of an earlier run. */
const OLD = 'old';

/** Runs Jest in one way, on a suite of its own. */
export async function runWay(way: Way, line: JestLine): Promise<WayRun> {
  const files = way.files ?? { 'part.test.js': LEAKING, 'whole.test.js': LEAKING };
  const owners = Object.keys(way.owners ?? { 'part.test.js': null, 'whole.test.js': null, 'setup.js': null });
  const project = createSuite(line, files, owners);
  const cache = `--cacheDirectory=${project.scratch('cache')}`;
  if (way.git) commitAll(project);
  if (way.first) await startJest(project, [...way.first, cache]);
  if (way.before) project.write(way.before);
  if (way.git === 'twice') commitMore(project);
  project.write({ [REPORT_PATH]: OLD });
  // Jest takes the first of several configs that it finds, unless one is named.
  const args = typeof way.args === 'function' ? way.args(line) : (way.args ?? []);
  const ended = await startJest(project, [...args, cache], way);
  const text = project.read(REPORT_PATH);
  const keptOld = text === OLD;
  return { project, ...ended, keptOld, report: text === null || keptOld ? null : (JSON.parse(text) as Report) };
}

/** Runs git in a project; its answer. */
export function git(project: Project, ...args: string[]): string {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], {
    cwd: project.dir,
    encoding: 'utf8',
    env: cleanEnvironment({ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }),
  });
  if (status !== 0) throw new Error(`git ${args.join(' ')} ended with ${status}:\n${stderr}`);
  return stdout;
}

/** A repository of its own with one commit on the branch `main`. */
export function commitAll(project: Project): void {
  git(project, 'init', '--quiet', '--initial-branch=main');
  project.write({ '.gitignore': 'node_modules/\n' });
  git(project, 'add', '--all');
  git(project, 'commit', '--quiet', '--allow-empty', '--message=first');
}

/** Commits whatever there is on the branch that is checked out. */
export function commitMore(project: Project): void {
  git(project, 'add', '--all');
  git(project, 'commit', '--quiet', '--allow-empty', '--message=more');
}

/** Runs Jest to its end, however that comes; with `send`, a signal is sent as soon as the file `ready` is there. */
export function startJest(
  project: Project,
  args: readonly string[],
  { send, nodeOptions, script }: Pick<Way, 'send' | 'nodeOptions' | 'script'> = {},
): Promise<Pick<WayRun, 'exitCode' | 'signal' | 'output'>> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script ?? project.line.jestBin, ...args], {
      cwd: project.dir,
      env: cleanEnvironment(nodeOptions === undefined ? {} : { NODE_OPTIONS: nodeOptions }),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const poll = setInterval(() => {
      if (send === undefined || !existsSync(join(project.dir, 'ready'))) return;
      clearInterval(poll);
      // As a terminal does it: to Jest and its workers.
      process.kill(-child.pid!, send);
    }, 50);
    const limit = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), 90_000);
    child.on('error', reject);
    child.on('close', (exitCode, signal) => {
      clearInterval(poll);
      clearTimeout(limit);
      resolve({ exitCode, signal, output });
    });
  });
}
