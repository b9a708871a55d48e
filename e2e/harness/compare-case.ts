import type { Advice, Leak, ModuleEffect, Report, Site } from '@jest-hermetic/leak-record';
import type { CaseFile, ExpectedAdvice, ExpectedLeak } from './case-file';
import { findCleanViolations } from './clean-paths';

/** What a report has to do with the truth of a case. Both lists empty: the report is right. */
export interface Comparison {
  /** What the report says and should not, or says wrongly. */
  wrong: string[];
  /** What it does not say and should. */
  missing: string[];
}

/** The part of a report that a case is compared with. */
export type ComparedReport = Pick<Report, 'files' | 'leaks' | 'advice' | 'problems'>;

/** Compares the truth of a case with the report of its run. */
export function compareCase(truth: Pick<CaseFile, 'leaks' | 'advice' | 'clean'>, report: ComparedReport): Comparison {
  const pairs = pairLeaks(truth.leaks, report.leaks);
  const paired = new Set(pairs.map(({ leak }) => leak));
  const others = report.leaks.filter((leak) => !paired.has(leak) && leak.grade !== 'latent');
  const advice = compareAdvice(truth.advice, report.advice);
  const guarded = report.files.some((file) => file.guarded);
  return {
    wrong: [
      ...report.problems.map((problem) => `problem: ${problem}`),
      ...(guarded ? [] : ['no file ran under the environment, so its silence means nothing']),
      ...pairs.flatMap(({ expected, leak }) => (leak ? differences(expected, leak) : [])),
      ...others.map((leak) => `not expected: ${describeLeak(leak)}`),
      ...findCleanViolations(truth, report.leaks),
      ...advice.wrong,
    ],
    missing: [
      ...pairs.filter(({ leak }) => leak === null).map(({ expected }) => `not reported: ${identity(expected)}`),
      ...advice.missing,
    ],
  };
}

/** One leak in a line: identity, scopes, site, grade. */
export function describeLeak(leak: Leak): string {
  const scopes = leak.scopes.map(({ type, name, hook }) => [hook, type, name].filter(Boolean).join(' '));
  return `${identity(leak)} by ${scopes.join(' and ')} at ${siteText(leak.site)} (${leak.siteIs}), ${leak.grade}`;
}

// One identity may have leaks at several sites; the one nearest to the truth is held against it, once.
function pairLeaks(wanted: ExpectedLeak[], leaks: Leak[]): { expected: ExpectedLeak; leak: Leak | null }[] {
  const free = new Set(leaks);
  return wanted.map((expected) => {
    const [leak = null] = [...free]
      .filter((found) => sameLeak(expected, found))
      .sort((a, b) => differences(expected, a).length - differences(expected, b).length);
    if (leak) free.delete(leak);
    return { expected, leak };
  });
}

function sameLeak(expected: ExpectedLeak, leak: Leak): boolean {
  return expected.owner === leak.owner && expected.kind === leak.kind && expected.key === leak.key;
}

function differences(expected: ExpectedLeak, leak: Leak): string[] {
  const scopes = [...new Set(leak.scopes.map(({ type, name, hook }) => JSON.stringify({ type, name, hook })))];
  const { type, name, hook } = expected.scope;
  const compared: [string, string, string][] = [
    ['scope', JSON.stringify({ type, name, hook }), scopes.join(' and ')],
    ['site', expected.site, siteAsExpected(expected, leak) ? expected.site : `${siteText(leak.site)} (${leak.siteIs})`],
    ['grade', expected.grade, leak.grade],
    ['candidates', '[]', JSON.stringify(leak.candidates)],
  ];
  if (expected.modules) compared.push(['modules', modulesText(expected.modules), modulesText(leak.modules)]);
  if (expected.victim && !namesVictim(expected, leak)) {
    compared.push([
      'victim',
      expected.victim.test,
      victimsOf(leak)
        .map(({ test }) => test)
        .join(', ') || '(none)',
    ]);
  }
  return compared
    .filter(([, wanted, got]) => wanted !== got)
    .map(([what, wanted, got]) => `${identity(expected)}: ${what} should be ${wanted}, is ${got}`);
}

// Plain data put into the host's require cache has no place of its own, so only the scope can be known before `trace`.
function siteAsExpected(expected: ExpectedLeak, leak: Leak): boolean {
  if (expected.kind === 'host-require-cache' && leak.siteIs === 'scope') return leak.site?.file === expected.owner;
  return leak.siteIs !== 'scope' && `${leak.site?.file}:${leak.site?.line}` === expected.site;
}

// The report of a leak that crosses files names no victim: files of one worker come in any order.
function namesVictim({ victim, owner }: ExpectedLeak, leak: Leak): boolean {
  if (!victim || victim.file !== owner) return true;
  return victimsOf(leak).some(({ test, file }) => test === victim.test && file === victim.file);
}

function victimsOf(leak: Leak): { test: string | null; file: string }[] {
  return leak.scopes.flatMap(({ escapedTo, observedBy }) => [...(escapedTo ? [escapedTo] : []), ...observedBy]);
}

function compareAdvice(expected: ExpectedAdvice[], found: Advice[]): Comparison {
  const wanted = new Set(expected.map(({ kind, owner, key, site }) => `${kind} ${owner} ${key} at ${site}`));
  const given = new Set(found.map(({ kind, owner, key, site }) => `${kind} ${owner} ${key} at ${siteText(site)}`));
  return {
    wrong: [...given].filter((text) => !wanted.has(text)).map((text) => `advice not expected: ${text}`),
    missing: [...wanted].filter((text) => !given.has(text)).map((text) => `advice not given: ${text}`),
  };
}

function identity({ owner, kind, key }: { owner: string; kind: string; key: string }): string {
  return `${owner} ${kind} ${key}`;
}

function siteText(site: Site | null): string {
  return site ? `${site.file}:${site.line}` : '(no site)';
}

function modulesText(modules: ModuleEffect[]): string {
  return modules
    .map(({ path, effect }) => `${path} ${effect}`)
    .sort()
    .join(', ');
}
