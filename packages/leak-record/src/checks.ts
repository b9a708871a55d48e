import { loadLater } from './load-later';

const near = loadLater(() => require('./nearest') as typeof import('./nearest'));

/** Where a value was found: told only when something is wrong there. */
export type Place = () => string;

/** A rule for one value of untrusted data. */
export interface Check {
  /** What is allowed, as words for an error. */
  allowed: string;
  /** Adds one sentence to `problems` for each thing wrong in `value`, which was found at `at`. */
  run(value: unknown, at: Place, problems: string[], allowed?: string): void;
}

/** One check for every property of `T`, so that a property added to a type cannot be forgotten here. */
export type ChecksOf<T> = { [K in keyof Required<T>]: Check };

/** A check of a value that has no parts. */
export function leaf(allowed: string, accepts: (value: unknown) => boolean): Check {
  return {
    allowed,
    run(value, at, problems, words = allowed) {
      if (!accepts(value)) problems.push(wrong(at(), value, words));
    },
  };
}

/** Any string. */
export const string = leaf('a string', (value) => typeof value === 'string');
/** A string with something in it besides white space. */
export const text = leaf('a string that is not empty', (value) => typeof value === 'string' && value.trim() !== '');
/** `true` or `false`. */
export const boolean = leaf('true or false', (value) => typeof value === 'boolean');

/** A whole number from `least` up. */
export function whole(least: number): Check {
  return leaf(`a whole number from ${least} up`, (value) => Number.isSafeInteger(value) && (value as number) >= least);
}

/** One of the values listed; names the nearest for a misspelt one. */
export function oneOf(values: readonly (string | number | boolean)[]): Check {
  const allowed = values.map((value) => JSON.stringify(value)).join(', ');
  return {
    allowed,
    run(value, at, problems, words = allowed) {
      if ((values as readonly unknown[]).includes(value)) return;
      const names = values.filter((name) => typeof name === 'string');
      problems.push(wrong(at(), value, words) + suggestion(typeof value === 'string' ? value : '', names));
    },
  };
}

/** `null`, or what `check` allows. */
export function nullable(check: Check): Check {
  return alternative(check, null, `${check.allowed} or null`);
}

/** Nothing, or what `check` allows. */
export function optional(check: Check): Check {
  return alternative(check, undefined, check.allowed);
}

function alternative(check: Check, also: unknown, allowed: string): Check {
  return {
    allowed,
    run(value, at, problems, words = allowed) {
      if (value !== also) check.run(value, at, problems, words);
    },
  };
}

/** A list of which every item passes `check`. */
export function list(check: Check, allowed = 'a list'): Check {
  return {
    allowed,
    run(value, at, problems, words = allowed) {
      if (!Array.isArray(value)) problems.push(wrong(at(), value, words));
      else value.forEach((item, index) => check.run(item, () => `${at()}[${index}]`, problems));
    },
  };
}

/** An object with the properties of `T` and no others. */
export function shape<T>(checks: ChecksOf<T>): Check {
  const entries = Object.entries<Check>(checks);
  const known = entries.map(([key]) => key);
  const allowed = 'an object';
  return {
    allowed,
    run(value, at, problems, words = allowed) {
      if (!isObject(value)) {
        problems.push(wrong(at(), value, words));
        return;
      }
      for (const key of Object.keys(value)) {
        if (!known.includes(key)) problems.push(unknownKey(join(at(), key), key, known));
      }
      for (const [key, check] of entries) check.run(value[key], () => join(at(), key), problems);
    },
  };
}

/** Whether `value` is an object that is no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unknownKey(path: string, key: string, known: readonly string[]): string {
  return `${path} is not known here; allowed: ${known.join(', ')}.${suggestion(key, known)}`;
}

function wrong(path: string, value: unknown, allowed: string): string {
  return `${path === '' ? 'it' : path} is ${show(value)}; allowed: ${allowed}.`;
}

function suggestion(name: string, known: readonly string[]): string {
  const nearest = near().nearestOf(name, known);
  return nearest === null ? '' : ` Did you mean "${nearest}"?`;
}

function join(path: string, key: string): string {
  const step = /^[A-Za-z_$][\w$]*$/.test(key) ? key : `[${JSON.stringify(key)}]`;
  return path === '' || step.startsWith('[') ? path + step : `${path}.${step}`;
}

function show(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}...` : value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
