import { spawn } from 'node:child_process';

/** How to run a command. */
export interface SpawnOptions {
  cwd: string;
  /** The whole environment of the command. */
  env: Record<string, string>;
  /** Milliseconds after which the command and its children are killed. */
  timeout: number;
}

/** What a command left. `mixed` is both streams in the order in which they arrived. */
export interface Spawned {
  exitCode: number;
  stdout: string;
  stderr: string;
  mixed: string;
}

/** Runs a script with this Node to its end. Rejects when it could not start, was killed or took too long. */
export function spawnNode(args: string[], { cwd, env, timeout }: SpawnOptions): Promise<Spawned> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that a timeout also ends the workers of the Jest we started.
    const ownGroup = process.platform !== 'win32';
    const child = spawn(process.execPath, args, { cwd, env, detached: ownGroup, stdio: ['ignore', 'pipe', 'pipe'] });
    const out = { stdout: '', stderr: '', mixed: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        out[name] += text;
        out.mixed += text;
      });
    }
    const fail = (what: string) => reject(new Error(`node ${args.join(' ')}\nin ${cwd} ${what}\n${out.mixed}`));
    const timer = setTimeout(() => {
      if (ownGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
      fail(`was killed after ${timeout} ms. Its output:`);
    }, timeout);
    child.on('error', (error) => {
      clearTimeout(timer);
      fail(`could not be started: ${error.message}`);
    });
    child.on('close', (exitCode, signal) => {
      clearTimeout(timer);
      if (exitCode === null) fail(`ended by ${signal}. Its output:`);
      else resolve({ exitCode, ...out });
    });
  });
}
