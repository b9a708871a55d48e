import { OUTSIDE_OWNER } from '@jest-hermetic/leak-record';
import type { LeakFacts, RecipeContext } from './recipe';
import { relativeRequest } from './relative-request';

const SOURCE_EXTENSION = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const FILE_EXTENSION = /\.(?:[cm]?[jt]s|[jt]sx|json|node|vue|svelte)$/;

/**
 * How the owner's file asks for the module of a leak: `./config`, `react`, `node:fs`. What a helper in another folder
 * wrote would be another module there.
 */
export function requestOf(leak: LeakFacts, context: RecipeContext): string {
  const written = leak.site?.file === leak.owner ? writtenRequest(leak.call, context.sourceLine ?? null) : null;
  return written ?? requestFor(modulePath(leak.key), leak, context);
}

/** The module part of a key: `src/x.js` of `src/x.js#Svc.prototype.load`. */
export function modulePath(key: string): string {
  const end = key.indexOf('#');
  return end === -1 ? key : key.slice(0, end);
}

/** A module path of a key, as the owner's file would ask for it: that is where recipes are written. */
export function requestFor(module: string, leak: LeakFacts, context: RecipeContext): string {
  if (!isProjectPath(module, context)) return module;
  const dotted = relativeRequest(fileOf(leak), module);
  if (leak.module === 'esm' || !SOURCE_EXTENSION.test(dotted)) return dotted;
  return dotted.replace(SOURCE_EXTENSION, '').replace(/\/index$/, '') || '.';
}

/** The owner, or where that is no file (a package, unknown), the file of the site. */
function fileOf({ owner, site }: LeakFacts): string {
  const isFile = owner !== OUTSIDE_OWNER && !owner.startsWith('node_modules/');
  return isFile ? owner : (site?.file ?? owner);
}

function isProjectPath(module: string, { isFile }: RecipeContext): boolean {
  if (module.startsWith('node:') || module.startsWith('@')) return isFile?.(module) ?? false;
  if (module.startsWith('../') || module.startsWith('./')) return true;
  return FILE_EXTENSION.test(module) && (isFile?.(module) ?? true);
}

function writtenRequest(call: string | null, line: string | null): string | null {
  if (call === null || line === null) return null;
  const name = call.slice(call.lastIndexOf('.') + 1);
  const match = new RegExp(`\\b${name}\\s*(?:<[^(]*>)?\\(\\s*(['"\`])([^'"\`$]+)\\1`).exec(line);
  return match?.[2] ?? null;
}

/** A string, or a name that stands for one. */
const ARGUMENT = /(?:'[^']*'|"[^"]*"|`[^`]*`|[\w$.]+)/.source;

/** Whether the source line shows that the call was given the module and nothing else. False where it cannot be seen. */
export function hasOnlyRequest({ call }: LeakFacts, { sourceLine }: RecipeContext): boolean {
  if (call === null || typeof sourceLine !== 'string') return false;
  const name = call.slice(call.lastIndexOf('.') + 1);
  return new RegExp(`\\b${name}\\s*(?:<[^(]*>)?\\(\\s*${ARGUMENT}\\s*,?\\s*\\)`).test(sourceLine);
}

/** A string literal of JavaScript in single quotes. */
export function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n')}'`;
}

/** A variable name for a module, from the last part of its path: `myConfig` for `src/my-config.js`. */
export function variableFor(module: string): string {
  const parts = module
    .replace(/^node:/, '')
    .replace(FILE_EXTENSION, '')
    .replace(/\/index$/, '')
    .split('/');
  const camel = (parts.at(-1) ?? '')
    .replace(/^[^\w$]+/, '')
    .replace(/[^\w$]+(\w?)/g, (_, next: string) => next.toUpperCase());
  return isName(camel) ? camel : 'loaded';
}

const RESERVED = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for function if ' +
    'import in instanceof new null return super switch this throw true try typeof var void while with let static yield await'
  ).split(' '),
);

/** Whether `text` can be the name of a variable. */
export function isName(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text) && !RESERVED.has(text);
}
