/** One property of one shared object changed between two looks. Values are held only until the ledger has them. */
export interface SlotChange {
  kind: 'core-module-mutated' | 'host-object-mutated';
  /** `fs.readFileSync`, `URL.createObjectURL`, `process.stdout.write`. */
  key: string;
  object: object;
  property: PropertyKey;
  before: PropertyDescriptor | undefined;
  after: PropertyDescriptor | undefined;
}

/** One piece of process-wide state changed between two looks. */
export interface ProcessChange {
  kind: 'process-state';
  /** `process.cwd`, `process.umask`, `process.exitCode`, `process.stdout:resize`. */
  key: string;
  before: unknown;
  after: unknown;
  /** For listeners: the functions added; their place of making is the site. */
  added: unknown[];
}

/** Whether two states of the process are the same: numbers and strings by value, lists of listeners by their members. */
export function sameState(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b);
  return a.length === b.length && a.every((member, index) => member === b[index]);
}
