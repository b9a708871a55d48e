/** A stack frame as V8 has it: absolute file, generated position (1-based), not source-mapped. */
export interface RawFrame {
  file: string;
  line: number;
  column: number;
}

/** The frames of one act that matter, still unmapped. */
export interface ActFrames {
  /** The first frame in user code. */
  site: RawFrame | null;
  /** The nearest frame outside node_modules, when `site` is inside. */
  via: RawFrame | null;
  /** The innermost frame in the owner file; null when there is none on the stack. */
  owner: RawFrame | null;
}
