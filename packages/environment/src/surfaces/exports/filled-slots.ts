import { builtinModules } from 'node:module';
import { allWrites } from '../../blame/all-writes';
import type { AllWrites } from '../../blame/all-writes';
import type { Act } from '../../ledger/act';
import { OncePerText } from '../../once-per-text';
import { baseModule, bareName } from '../host/builtins';
import type { ExportActFacts } from './export-mutations';

/** The code that may have filled an export. */
export interface FillingCode {
  readonly factsOf: (act: Act) => ExportActFacts | undefined;
  /** The code of a module as it runs; undefined when it is not known. */
  readonly codeOf: (file: string) => string | undefined;
  /** All code of the tests; null when some is unknown. */
  readonly testCode: () => readonly string[] | null;
}

/**
 * The acts that filled an export which held nothing (undefined or null), where the code of its module assigns it and no
 * code of the tests can have done so: modules make on first use what they may never need.
 */
export function filledByModules(acts: readonly Act[], { factsOf, codeOf, testCode }: FillingCode): Act[] {
  const read = readingOnce();
  return acts.filter((act) => {
    const facts = factsOf(act);
    if (act.call !== null || facts === undefined || facts.property === null || !isFilling(act)) return false;
    const { path, property } = facts;
    const own = modules.in(path, codeOf(path) ?? '');
    if (own === null || !(own.variables.has(property) || own.writes.some((use) => use.property === property)))
      return false;
    return testCode()?.every((text) => !mayWrite(read(text), property)) === true;
  });
}

function isFilling({ value }: Act): boolean {
  const { before, after } = (value ?? {}) as Partial<Record<'before' | 'after', PropertyDescriptor>>;
  const held = before === undefined || (before.get === undefined && before.set === undefined);
  return held && (before?.value ?? null) === null && after !== undefined;
}

/** Under that name, or under a computed one on anything but what it made itself and what Node has. */
function mayWrite(code: AllWrites | null, name: string): boolean {
  if (code === null) return true;
  return code.writes.some(({ root, property }) => {
    if (property !== null) return property === name;
    return root === null || (root !== '' && !builtinModules.includes(baseModule(bareName(root))));
  });
}

/** Earlier files of the worker fill much the same modules. */
const modules = new OncePerText(allWrites);

function readingOnce(): (text: string) => AllWrites | null {
  const known = new Map<string, AllWrites | null>();
  return (text) => {
    let found = known.get(text);
    if (found === undefined) {
      found = allWrites(text);
      known.set(text, found);
    }
    return found;
  };
}
