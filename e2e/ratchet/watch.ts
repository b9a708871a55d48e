import { spawn, type ChildProcess } from 'node:child_process';
import type { Report } from '@jest-hermetic/leak-record';
import { cleanEnvironment, normalise, REPORT_PATH, type Project } from '../harness';

/** What one run of watch mode printed and wrote. */
export interface WatchedRun {
  output: string;
  report: Report;
}

/** A Jest in watch mode, and the runs it makes. */
export interface Watching {
  /** The next run that has not been asked for; rejects after a minute without one. */
  nextRun(): Promise<WatchedRun>;
  stop(): Promise<void>;
}

/** In watch mode the report lies where Jest 30 does not take it for a change of the project. */
const WATCHED_REPORT = `${REPORT_PATH}.watch`;

/** How long nothing must be printed, in milliseconds, for a run to be over. */
const QUIET = 1200;

/** Starts Jest in watch mode: `flag` is `--watch` or `--watchAll`. */
export function startWatching(project: Project, flag: string): Watching {
  const args = [flag, '--watchman=false', '-w', '2', `--cacheDirectory=${project.scratch('cache')}`];
  const child = spawn(process.execPath, [project.line.jestBin, ...args], {
    cwd: project.dir,
    env: cleanEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return {
    async nextRun() {
      const until = Date.now() + 60_000;
      // One write can be two events, and thus two runs: a run is over when nothing more is printed for a while.
      for (let seen = -1; !/^Ran all test suites/m.test(output) || seen !== output.length;) {
        if (Date.now() > until || child.exitCode !== null) throw new Error(`No run came.\n${output}`);
        seen = output.length;
        await new Promise((resolve) => setTimeout(resolve, QUIET));
      }
      const text = project.read(WATCHED_REPORT);
      if (text === null) throw new Error(`The run wrote no report.\n${output}`);
      const run = { output: normalise(output), report: JSON.parse(text) as Report };
      output = '';
      return run;
    },
    stop: () => stop(child),
  };
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on('close', () => resolve());
    process.kill(-child.pid!, 'SIGKILL');
  });
}
