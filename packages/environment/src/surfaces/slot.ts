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
