import { isObject, type Check } from './checks';

/** A kind of file of ours, for the words of an error. */
export interface FileForm {
  /** `record` or `report`. */
  noun: string;
  version: number;
  check: Check;
  /** What to do when the file is cut off or damaged; a full sentence. */
  remedy: string;
}

/** The value in `text` if it has that form, else one sentence that says what is wrong and what to do. */
export function readJson(text: string, name: string, form: FileForm): { value: unknown } | { error: string } {
  const { noun, version, check, remedy } = form;
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    const what = text.trim() === '' ? 'is empty' : 'is cut off or is not JSON';
    return { error: `${name}: this ${noun} ${what}; whatever wrote it was probably stopped. ${remedy}` };
  }
  if (isObject(value) && value['version'] !== undefined && value['version'] !== version) {
    const found = JSON.stringify(value['version']);
    return {
      error: `${name}: this ${noun} has version ${found}, but this jest-hermetic reads version ${version}. Use one version of jest-hermetic for all (npm ls jest-hermetic lists what is installed). ${remedy}`,
    };
  }
  const problems: string[] = [];
  check.run(value, () => '', problems);
  const [first, ...others] = problems;
  if (first === undefined) return { value };
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return { error: `${name}: this ${noun} is damaged: ${first.trim()}${more} ${remedy}` };
}
