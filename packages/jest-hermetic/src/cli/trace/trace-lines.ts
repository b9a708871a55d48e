import type { TracedWrite, Writer } from '@jest-hermetic/leak-record';
import { codeFrame } from '@jest-hermetic/reporter';
import { placeText } from './plan-trace';
import type { FoundWrite, LeakedKey, TracedKey } from './plan-trace';

const WHOSE: Record<Writer, string> = {
  tests: 'test code',
  module: "the module's own code",
  source: 'code of another source module',
  package: 'code of a package',
};

/** Gives the source of a reported path, or null. */
export type Sources = (path: string) => string | null;

/** One block for a traced key. */
export function describeTraced({ leak, writes, others, unwatched }: TracedKey, sources: Sources): string[] {
  const title = ` ${leak.kind}  ${leak.key}`;
  if (writes.length === 0) {
    const why = unwatched ?? 'nothing wrote it in this run';
    return [title, `   not named: ${why}`, ''];
  }
  const more =
    others === 0 ? [] : [`   and ${others} other ${others === 1 ? 'write' : 'writes'} that did not leave it`];
  return [title, ...writes.flatMap((found) => describeWrite(found, leak, sources)), ...more, ''];
}

/** One line for a key whose line is known without a second run. */
export function describeExact({ kind, key, site, call }: LeakedKey): string {
  return ` ${kind}  ${key}  ${site === null ? '' : `at ${placeText(site)}`}, the call of ${call ?? 'it'}`;
}

function describeWrite({ write, scopes }: FoundWrite, leak: LeakedKey, sources: Sources): string[] {
  const { site, via, calledAt, was, is } = write;
  const who = scopes.map(scopeText).join(', ');
  if (site === null) {
    return [`   changed in ${who}, by a delete or from outside the sandbox: no line is known`];
  }
  const through = via === null ? '' : `, through ${placeText(via)}`;
  const isElsewhere = calledAt !== null && (calledAt.file !== site.file || calledAt.line !== site.line);
  return [
    `   written by ${whose(write, leak)} in ${who}: ${was === '' ? '' : `${was} -> `}${is}`,
    `   at ${placeText(site)}${through}`,
    ...codeFrame(sources(site.file), site).map((line) => `   ${line}`.trimEnd()),
    ...(isElsewhere ? [`   called at ${placeText(calledAt)}`] : []),
    ...judgement(write, leak),
  ];
}

function whose({ by, site }: TracedWrite, { owner }: LeakedKey): string {
  if (by === 'source' && site?.file === owner) return "the owner's own code";
  return by === null ? 'unknown code' : WHOSE[by];
}

/** Plain data that an unknown writer left on exports counts only once it is known that test code wrote it. */
function judgement({ by }: TracedWrite, { kind, siteIs, grade }: LeakedKey): string[] {
  if (kind !== 'export-mutated' || siteIs !== 'scope' || grade !== 'latent') return [];
  if (by === 'tests') return ['   Test code wrote it, so it is a leak: put it back.'];
  if (by === 'module') return ['   It is its own setter, counter or cache: no leak.'];
  return [];
}

/** `test "cart adds"`, `beforeEach of describe "cart"`, `afterAll of the file`. */
function scopeText({ type, name, hook }: TracedWrite['scope']): string {
  const scope = type === 'file' ? (hook === null ? 'top-level code' : 'the file') : `${type} "${name ?? ''}"`;
  return hook === null ? scope : `${hook} of ${scope}`;
}
