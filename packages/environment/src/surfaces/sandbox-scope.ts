import { apply, arrayPush, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } from '../originals';

/** How a global object is read. */
export interface SandboxScope {
  readonly global: object;
  /**
   * The object on which Node keeps what was defined on the global object of a context; the global object itself where
   * there is none. It holds the same, and V8 need not ask Node for each property.
   */
  readonly defined: object;
  /** What the global object has besides: the language. */
  readonly others: readonly PropertyKey[];
}

/** What an environment may have; a base environment of the user's may have neither. */
interface Environment {
  readonly global?: unknown;
  readonly getVmContext?: unknown;
}

/** The names of the language, by the prototype of an environment; null where its global object is to be read itself. */
const layouts = new WeakMap<object, readonly PropertyKey[] | null>();

/** The scope of a sandbox in which no code has run yet. */
export function sandboxScope(environment: Environment): SandboxScope | null {
  const { global } = environment;
  if (typeof global !== 'object' || global === null) return null;
  const defined = behind(global, environment);
  if (defined !== null) {
    const others = othersOf(global, defined, environment);
    if (others !== null) return { global, defined, others };
  }
  return { global, defined: global, others: [] };
}

/** The values of all properties of a global object. Calls no getter. */
export function valuesOfScope({ global, defined, others }: SandboxScope): unknown[] {
  const values: unknown[] = [];
  const own = ownKeys(defined);
  for (let i = 0; i < own.length; i += 1) arrayPush(values, valueAt(defined, own[i] as PropertyKey));
  for (let i = 0; i < others.length; i += 1) arrayPush(values, valueAt(global, others[i] as PropertyKey));
  return values;
}

function behind(global: object, environment: Environment): object | null {
  const { getVmContext } = environment;
  if (typeof getVmContext !== 'function') return null;
  let context: unknown;
  try {
    context = apply(getVmContext, environment, []);
  } catch {
    return null;
  }
  if (typeof context !== 'object' || context === null) return null;
  const process = valueAt(context, 'process');
  return process !== undefined && process === valueAt(global, 'process') ? context : null;
}

/** The same for all files of an environment class: each sandbox has the same language. */
function othersOf(global: object, defined: object, environment: Environment): readonly PropertyKey[] | null {
  const kind = getPrototypeOf(environment) as object;
  const known = layouts.get(kind);
  if (known !== undefined) return known;
  const listed = new Set(ownKeys(global));
  const own = ownKeys(defined);
  // The window of jsdom keeps more than it shows.
  const others = own.every((key) => listed.has(key)) ? [...listed].filter((key) => !own.includes(key)) : null;
  layouts.set(kind, others);
  return others;
}

function valueAt(object: object, key: PropertyKey): unknown {
  try {
    return getOwnPropertyDescriptor(object, key)?.value;
  } catch {
    return undefined;
  }
}
