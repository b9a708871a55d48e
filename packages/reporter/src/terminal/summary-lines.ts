import { groupBy } from '@jest-hermetic/baseline/group-by';
import type { Kind, Leak, Report, ReportEntry, ReportFile } from '@jest-hermetic/leak-record';
import { docblockEnvironment, OTHER_ENVIRONMENT } from '../files-without-record';
import { UNKNOWN_JEST } from '../unobservable';
import { counted, cut, INDENT, ownersOf, placeOf, wrap, type Style } from './layout';

/** What the lines below the findings need besides the report. */
export interface SummaryContext extends Style {
  sources: (path: string) => string | null;
  /** Lists what is otherwise only counted. */
  verbose: boolean;
  /** What may have kept test files from running. */
  causes: readonly string[];
  /** Opt-outs that covered nothing, and the like. */
  notes: readonly string[];
}

/** One line for each thing that is neither new nor stale. */
export function summaryLines(report: Report, context: SummaryContext): string[] {
  const named: [name: string, lines: string[]][] = [
    ['cause', limited(context.causes)],
    ['known', knownLines(report, context)],
    ['not judged', [...lostFileLines(report), ...notJudgedLines(report, context)]],
    ['unattributed', unattributedLines(report)],
    ['unguarded', unguardedLines(report, context)],
    ['unobservable', unobservableLines(report)],
    ['nothing seen', nothingSeenLines(report)],
    ['advice', adviceLines(report)],
    ['ignored', report.ignored > 0 ? [`${counted(report.ignored, 'leak')} by the ignore option.`] : []],
    ['allowed', allowedLines(report, context)],
    ['below gate', belowGateLines(report, context)],
    ['note', [...context.notes]],
  ];
  return [
    ...named.flatMap(([name, lines]) => lines.flatMap((line) => paragraph(name, line, context))),
    ...problemLines(report, context),
  ];
}

/** What went wrong on our side or in the configuration. */
export function problemLines({ problems }: Report, style: Style): string[] {
  return limited(problems).flatMap((line) => paragraph('problem', line, style));
}

/** The first lines of a group, and how many more there are. */
function limited(lines: readonly string[]): string[] {
  const { shown, more } = cut(lines);
  return [...shown, ...more.map((line) => line.trim())];
}

function paragraph(name: string, text: string, { columns, color }: Style): string[] {
  const [first = '', ...others] = text.split('\n').flatMap((line) => wrap(line, columns - name.length - 3));
  const label = name === 'problem' ? color.red.bold(name) : color.bold(name);
  return [` ${label}  ${first}`, ...others.map((line) => `${INDENT}${' '.repeat(name.length)}${line}`)];
}

function knownLines({ leaks, baseline }: Report, { verbose }: SummaryContext): string[] {
  if (baseline.known.length === 0) return [];
  const files = new Set(baseline.known.map(({ owner }) => owner)).size;
  const total = `${counted(baseline.known.length, 'leak')} of ${counted(files, 'file')}, as listed.`;
  return [total, ...(verbose ? limited(leaks.filter(({ verdict }) => verdict === 'known').map(oneLine)) : [])];
}

function notJudgedLines({ baseline }: Report, { verbose }: SummaryContext): string[] {
  const entries = baseline.unexercised;
  if (entries.length === 0) return [];
  if (verbose) return limited(entries.map((entry) => `${nameOf(entry)}: ${entry.because ?? 'it did not run'}.`));
  const reasons = groupBy(entries, ({ because }) => because ?? 'it did not run');
  const lines = [...reasons].map(([because, group]) => {
    const owners = [...new Set(group.map(({ owner }) => owner))];
    const named =
      owners.length > 3 ? `${owners.slice(0, 3).join(', ')} and ${owners.length - 3} more` : owners.join(', ');
    return `${counted(group.length, 'entry', 'entries')} of ${named}: ${because}.`;
  });
  return limited(lines);
}

function unattributedLines({ leaks }: Report): string[] {
  const { shown, more } = cut(leaks.filter(({ verdict }) => verdict === 'unattributed'));
  const lines = shown.map(({ kind, key, candidates }) => {
    const who = candidates.length === 0 ? 'it is not known by whom' : `it may be ${candidates.join(' or ')}`;
    return `${kind} ${key} was there before the file began: ${who}.`;
  });
  return [...lines, ...more.map((line) => line.trim())];
}

/** One line for each environment that the unguarded files ask for, with the docblock to write instead. */
function unguardedLines({ files }: Report, { sources }: SummaryContext): string[] {
  const unguarded = files.filter((file) => !file.guarded && !isLost(file));
  if (unguarded.length === files.length) return [];
  const groups = groupBy(unguarded, ({ path, unexercisedBecause }) => {
    const environment = docblockEnvironment(sources(path) ?? '');
    return environment === null ? (unexercisedBecause ?? 'no record') : docblockAdvice(environment);
  });
  return [...groups].map(([words, group]) => {
    const first = group[0]!.path;
    return `${counted(group.length, 'file')} (${group.length === 1 ? first : `${first}, ...`}): ${words}`;
  });
}

/** Test files that should have left a record and did not, by the reason. */
function lostFileLines({ files }: Report): string[] {
  const groups = groupBy(files.filter(isLost), ({ unexercisedBecause }) => unexercisedBecause ?? 'it left no record');
  const lines = [...groups].map(([because, group]) => {
    const first = group[0]!.path;
    return `${group.length === 1 ? first : `${counted(group.length, 'file')} (${first}, ...)`}: ${because.replace(/\.$/, '')}.`;
  });
  return limited(lines);
}

/** Whether a test file should have left a record and did not. */
export function isLost({ guarded, unexercisedBecause }: ReportFile): boolean {
  return !guarded && unexercisedBecause?.startsWith(OTHER_ENVIRONMENT) !== true;
}

const OVER_JESTS_OWN: ReadonlyMap<string, string> = new Map([
  ['node', 'jest-hermetic'],
  ['jest-environment-node', 'jest-hermetic'],
  ['jsdom', 'jest-hermetic/jsdom'],
  ['jest-environment-jsdom', 'jest-hermetic/jsdom'],
]);

/** Options cannot stand in a docblock, so that any other environment needs a file that wraps it. */
function docblockAdvice(environment: string): string {
  const ours = OVER_JESTS_OWN.get(environment);
  const write = `for @jest-environment ${environment} write @jest-environment`;
  if (ours !== undefined) return `${write} ${ours}`;
  return (
    `${write} ./hermetic-environment.js, a file in rootDir with: ` +
    `module.exports = require('jest-hermetic').createEnvironment(require('${environment}'))`
  );
}

/** The kinds that are watched inside Jest; the others are watched in Node. */
const OF_JEST: ReadonlySet<Kind> = new Set<Kind>(['module-purged', 'mock-registered', 'export-mutated']);

function unobservableLines({ files }: Report): string[] {
  const byKind = new Map<Kind, number>();
  for (const kind of files.flatMap(({ unobservable }) => unobservable)) byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
  if (byKind.size === 0) return [];
  const parts = [...byKind].map(([kind, count]) => `${kind} in ${counted(count, 'file')}`);
  const ofJest = [...byKind.keys()].some((kind) => OF_JEST.has(kind));
  const [who, remedy] = ofJest ? ['Jest', UNKNOWN_JEST] : ['Node', 'Update jest-hermetic, or report it.'];
  return [`${parts.join(', ')}: this ${who} does not let it be seen, so it is not known to be clean. ${remedy}`];
}

function nothingSeenLines({ files }: Report): string[] {
  const guarded = files.filter((file) => file.guarded && file.unobservable.length === 0);
  if (guarded.length === 0 || guarded.some(({ watched }) => watched.modules > 0)) return [];
  return [
    `${counted(guarded.length, 'file')} ran and not one watched module was loaded: that proves nothing. ` +
      'Does testEnvironmentOptions.hermetic.watch match your sources?',
  ];
}

function adviceLines({ advice }: Report): string[] {
  const { shown, more } = cut(advice);
  const lines = shown.map(({ owner, key, site, instead }) => {
    const place = site === null ? owner : placeOf(site);
    return `${place}: Jest ignores what is done to require.cache, so this does nothing to ${key}. Write ${instead}`;
  });
  return [...lines, ...more.map((line) => line.trim())];
}

function allowedLines({ leaks }: Report, { verbose }: SummaryContext): string[] {
  return countedLeaks(
    leaks.filter(({ verdict }) => verdict === 'allowed'),
    'allowed by an opt-out with a reason',
    verbose,
  );
}

function belowGateLines({ leaks }: Report, { verbose }: SummaryContext): string[] {
  return verbose
    ? countedLeaks(
        leaks.filter(({ verdict }) => verdict === 'below-gate'),
        'that no gate counts',
        true,
      )
    : [];
}

function countedLeaks(leaks: Leak[], what: string, verbose: boolean): string[] {
  if (leaks.length === 0) return [];
  return [
    `${counted(leaks.length, 'leak')} of ${ownersOf(leaks)}, ${what}.`,
    ...(verbose ? limited(leaks.map(oneLine)) : []),
  ];
}

function oneLine({ owner, kind, key, grade, site, allowed }: Leak): string {
  const reason = allowed === null ? '' : ` (${allowed})`;
  return `${site === null ? owner : placeOf(site)} ${kind} ${key}, ${grade}${reason}`;
}

function nameOf({ owner, kind, key }: ReportEntry): string {
  return `${owner} ${kind} ${key}`;
}
