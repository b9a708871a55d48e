/** The verbs of the command line, in the order of the help. */
export const VERBS = ['init', 'check', 'prune', 'accept', 'merge-reports', 'trace', 'explain'] as const;

/** One verb of the command line. */
export type Verb = (typeof VERBS)[number];

interface VerbHelp {
  synopsis: string;
  summary: string;
  details: string[];
}

const SELECT_CONFIG =
  '  -- <jest args>      arguments that select your config, for example: -- --config jest.unit.config.js';

const HELP: Record<Verb, VerbHelp> = {
  init: {
    synopsis: 'init [--write] [--again] [--ci] [--from-report] [-- <jest args>]',
    summary: 'run Jest once and write the first baseline',
    details: [
      '  --write             add the missing lines to your Jest config, where that is safe',
      '  --again             write the baseline even though there is or was one',
      '  --ci                allow it on a CI server',
      '  --from-report       take the last complete report instead of running Jest',
      '  -- <jest args>      arguments for your Jest, for example: -- --config jest.unit.config.js',
    ],
  },
  check: {
    synopsis: 'check [--against <git ref>] [-- <jest args>]',
    summary: 'judge the last report against the baseline, or the baseline against a branch',
    details: [
      '  --against <ref>     run nothing and read no report: refuse a baseline that grew since the merge base with <ref>',
      SELECT_CONFIG,
    ],
  },
  prune: {
    synopsis: 'prune [-- <jest args>]',
    summary: 'delete and lower the lines that the last report proves fixed; it can only shrink',
    details: [SELECT_CONFIG],
  },
  accept: {
    synopsis: 'accept <owner> [kind] [key] --reason "..." [-- <jest args>]',
    summary: 'add new leaks of the last report to the baseline, with the reason',
    details: ['  --reason <text>     why the leak stays for now; it becomes the comment of the line', SELECT_CONFIG],
  },
  'merge-reports': {
    synopsis: 'merge-reports <report.json...> [-- <jest args>]',
    summary: 'one verdict over the reports of all shards of a run, or of all legs of a matrix',
    details: [SELECT_CONFIG],
  },
  trace: {
    synopsis: 'trace <owner> [--json] [-- <jest args>]',
    summary: 'run the owner again and name the exact line of each write that leaked',
    details: ['  --json              print what was found as JSON', SELECT_CONFIG],
  },
  explain: {
    synopsis: 'explain <kind>',
    summary: 'what a kind of leak is, why it hurts, and how to fix it',
    details: [],
  },
};

/** Whether `word` is a verb. */
export function isVerb(word: string): word is Verb {
  return (VERBS as readonly string[]).includes(word);
}

/** The one line that shows how a verb is typed. */
export function synopsisOf(verb: Verb): string {
  return `npx jest-hermetic ${HELP[verb].synopsis}`;
}

/** The help text of one verb, or of all when `verb` is null. */
export function helpText(verb: Verb | null): string {
  if (verb !== null) {
    const { summary, details } = HELP[verb];
    return [`Usage: ${synopsisOf(verb)}`, '', summary, ...(details.length > 0 ? ['', ...details] : [])].join('\n');
  }
  const width = Math.max(...VERBS.map((name) => name.length));
  return [
    'Usage: npx jest-hermetic <verb>',
    '',
    ...VERBS.map((name) => `  ${name.padEnd(width)}  ${HELP[name].summary}`),
    '',
    '  --help, -h     this text, or with a verb the help of that verb',
    '  --version, -v  the version',
    '',
    'Exit codes: 0 clean, 1 new or grown leaks, 2 wrong usage or our own failure,',
    '            3 the baseline lists leaks that are gone, 4 it grew against the base,',
    '            5 nothing could be judged',
  ].join('\n');
}
