/** The outside world of the CLI: everything that a verb reads or writes besides files. */
export interface Host {
  /** Absolute path of the directory in which the command was typed. */
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Writes to standard output; the line end is added. */
  print(text: string): void;
  /** Writes to standard error; the line end is added. */
  complain(text: string): void;
}

/** Whether a CI server runs us. `CI=false` and `CI=0` are how people say no. */
export function isCi(env: NodeJS.ProcessEnv): boolean {
  const value = env['CI'];
  return value !== undefined && value !== '' && value !== 'false' && value !== '0';
}
