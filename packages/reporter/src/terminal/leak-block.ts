import type { Leak, LeakScope, Receipt, Site } from '@jest-hermetic/leak-record';
import { lockIn, recipeFor } from '@jest-hermetic/recipes';
import { hermeticCommand } from '../command-line';
import { shellWord } from '../shell';
import { codeFrame } from './code-frame';
import { cut, INDENT, labelled, labelledWidth, placeOf, spread, wrap, type Style } from './layout';

/** What a leak's block needs besides the leak. */
export interface BlockContext extends Style {
  jest: string | null;
  sources: (path: string) => string | null;
}

/**
 * One leak in full: what happened, where, to whom, what to do, how to see it again. `keys` are those of all the leaks
 * that the block stands for.
 */
export function leakBlock(
  leak: Leak,
  context: BlockContext,
  heading: string,
  extra: string | null,
  keys: readonly string[] = [leak.key],
): string[] {
  const { color } = context;
  const recipe = recipeFor(leak, {
    jest: context.jest,
    isFile: (path) => context.sources(path) !== null,
    sourceLine: lineOf(leak.site, context),
    jestArguments: context.jestArguments,
  });
  return [
    ` ${color.red.bold.inverse(` ${heading} `.trim())}  ${color.bold(titleOf(leak))}`,
    ...sentenceLines(recipe.sentence, `${leak.kind}, ${leak.grade}`, context),
    ...paragraph(extra, context),
    ...paragraph(leak.stays === undefined ? null : `It was not put back: ${leak.stays}.`, context),
    '',
    ...frame(leak, context),
    ...exactLine(leak, context),
    ...(keys.length > 1 ? labelled('keys', wrap(keys.join(', '), labelledWidth(context)), context) : []),
    ...candidateLines(leak, context),
    ...callers(leak, context),
    ...receivers(leak, context),
    ...fixLines(recipe, context),
    ...(leak.reproduce === null ? [] : labelled('reproduce', [leak.reproduce], context)),
    ...labelled('more', [`npx jest-hermetic explain ${leak.kind}`], context),
    '',
  ];
}

function paragraph(text: string | null, { columns }: BlockContext): string[] {
  return text === null ? [] : wrap(text, columns - INDENT.length).map((line) => `${INDENT}${line}`);
}

function sentenceLines(sentence: string, kind: string, context: BlockContext): string[] {
  const lines = wrap(sentence, context.columns - INDENT.length);
  const last = lines.pop() ?? '';
  return [...lines.map((line) => `${INDENT}${line}`), ...spread(last, kind, context, INDENT)];
}

/** `src/cart.test.ts › cart applies the discount`. */
function titleOf({ owner, scopes, candidates }: Leak): string {
  const [first, ...others] = scopes;
  if (first === undefined) return owner;
  const more = others.length > 0 ? ` (+${others.length} more)` : '';
  const own = first.name ?? 'top-level code';
  const count = candidates.filter((name) => name !== own).length;
  const orElse = count === 0 ? '' : ` (or ${count === 1 ? 'one other' : `one of ${count} others`})`;
  return `${owner} › ${scopeTitle(first)}${more}${orElse}`;
}

function scopeTitle({ type, name, hook }: LeakScope): string {
  const place = type === 'file' ? 'top level' : type === 'describe' ? `describe ${name ?? ''}` : (name ?? '');
  return hook === null ? place : `${hook} of ${type === 'file' ? 'the file' : place}`;
}

function frame({ site, siteIs, via }: Leak, context: BlockContext): string[] {
  if (site === null) return [];
  const through = via === null ? '' : `, through ${placeOf(via)}`;
  const rough =
    siteIs === 'scope' ? ' (somewhere in what begins here)' : siteIs === 'value' ? ' (where the value was made)' : '';
  const place = `${INDENT}at ${placeOf(site)}:${site.column}${through}${rough}`;
  const drawn = codeFrame(context.sources(site.file), site).map((line) => `${INDENT}${line}`.trimEnd());
  return [place, ...drawn, ''];
}

/** Kinds that are found by comparison, of which a second run can name the line. */
const TRACED: ReadonlySet<string> = new Set(['core-module-mutated', 'host-object-mutated', 'export-mutated']);

/** How to find the line, where only who executed is known. */
function exactLine({ kind, key, siteIs, owner }: Leak, context: BlockContext): string[] {
  if (siteIs !== 'scope' || !TRACED.has(kind) || lockIn(key) !== null) return [];
  return labelled('exact line', [hermeticCommand(`trace ${shellWord(owner)}`, context.jestArguments)], context);
}

/** All that ran since the state was last looked at, where nothing tells which of them it was. */
function candidateLines({ candidates }: Leak, context: BlockContext): string[] {
  if (candidates.length === 0) return [];
  const { shown, more } = cut(candidates);
  return labelled('one of', [...shown, ...more.map((line) => line.trim())], context);
}

/** Where the owner called what leaked, when the site is in another file or on another line. */
function callers({ site, scopes }: Leak, context: BlockContext): string[] {
  const sites = scopes.flatMap(({ ownerSite }) => (ownerSite === null ? [] : [ownerSite]));
  const others = sites.filter((one) => site !== null && placeOf(one) !== placeOf(site));
  const places = [...new Set(others.map((one) => `${placeOf(one)}:${one.column}`))];
  const [first, ...rest] = places;
  if (first === undefined) return [];
  return labelled('called at', [`${first}${rest.length > 0 ? ` (+${rest.length} more)` : ''}`], context);
}

function receivers(leak: Leak, context: BlockContext): string[] {
  const receipts = leak.scopes.flatMap(({ observedBy }) => observedBy);
  if (receipts.length > 0) {
    const { shown, more } = cut(receipts);
    const width = Math.max(...shown.map((receipt) => receiver(receipt, leak).length));
    const rows = shown.map((receipt) => {
      const from = receipt.from === null ? '' : `   loaded at ${placeOf(receipt.from)}`;
      return `${receiver(receipt, leak).padEnd(from === '' ? 0 : width)}${from}`;
    });
    return labelled('received by', [...rows, ...more.map((line) => line.trim())], context);
  }
  const escapes = leak.scopes.flatMap(({ escapedTo }) => (escapedTo === null ? [] : [escapedTo]));
  if (escapes.length === 0) return [];
  const [first] = escapes;
  return labelled('ran under it', [inFile(first?.test ?? '', first?.file ?? '', leak)], context);
}

function receiver({ test, hook, describe, sameTestRetry, file }: Receipt, leak: Leak): string {
  const who = test ?? `${hook ?? 'hook'} of ${describe === null ? 'the file' : `describe ${describe}`}`;
  return `${inFile(who, file, leak)}${sameTestRetry ? ' (a retry of the same test: its pass proves nothing)' : ''}`;
}

function inFile(who: string, file: string, { owner }: Leak): string {
  return file === owner ? who : `${who} (${file})`;
}

function fixLines({ fix, why }: { fix: string[]; why: string | null }, context: BlockContext): string[] {
  const width = labelledWidth(context);
  const lines = [...(why === null ? [] : [why]), ...fix].flatMap((line) =>
    line.startsWith(' ') ? [line] : wrap(line, width),
  );
  return labelled('fix', lines, context);
}

function lineOf(site: Site | null, { sources }: BlockContext): string | null {
  if (site === null) return null;
  return sources(site.file)?.split('\n')[site.line - 1] ?? null;
}
