import { sourceOf } from '../originals';
import { functionsOf } from '../site/value-location';

/** Shorter functions may stand in many files. */
const SHORTEST = 40;

/** Code that a file has loaded. */
export interface LoadedCode {
  /** Absolute paths of the modules. */
  readonly files: Iterable<string>;
  /** The code of one as it runs; undefined when it is not known. */
  readonly codeOf: (file: string) => string | undefined;
}

/**
 * The module in which a value was made, as far as its text tells: the only loaded one that contains it. V8 knows it for
 * sure, and where in it, but takes as long as a hundred tests to say so. Null when the text tells nothing.
 */
export function moduleMaking(value: unknown, { files, codeOf }: LoadedCode): string | null {
  const [made] = functionsOf(value);
  const text = made === undefined ? '' : sourceOf(made);
  if (text.length < SHORTEST) return null;
  let found: string | null = null;
  for (const file of files) {
    const code = codeOf(file);
    if (code === undefined && mayMakeFunctions(file)) return null;
    if (code?.includes(text) !== true) continue;
    if (found !== null) return null;
    found = file;
  }
  return found;
}

function mayMakeFunctions(file: string): boolean {
  return !file.endsWith('.json');
}
