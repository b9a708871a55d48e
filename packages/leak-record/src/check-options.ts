import { isObject, leaf, list, oneOf, optional, shape, text, type Check, type ChecksOf } from './checks';
import { GRADES, KINDS } from './kinds';
import { DEFAULT_OPTIONS, defaultOptions, type HermeticOptions, type IgnoreRule } from './options';

const ROOT = 'testEnvironmentOptions.hermetic';

/** Jest does not replace `<rootDir>` inside environment options, so it would become the name of a folder. */
const relativePath = leaf(
  'a path relative to rootDir, without the <rootDir> token',
  (value) => typeof value === 'string' && value.trim() !== '' && !value.includes('<rootDir>'),
);

const jsonPath: Check = leaf(
  `${relativePath.allowed}, or false`,
  (value) => value === false || accepts(relativePath, value),
);

const reportChecks: ChecksOf<HermeticOptions['report']> = {
  json: optional(jsonPath),
  github: optional(oneOf([true, false, 'auto'])),
};

const ignoreRule = shape<IgnoreRule>({
  owner: optional(text),
  kind: optional(oneOf(KINDS)),
  key: optional(text),
  reason: text,
});

const checks: ChecksOf<HermeticOptions> = {
  baseline: relativePath,
  gate: oneOf(GRADES),
  watch: list(text, 'a list of globs'),
  watchPackages: list(text, 'a list of package names'),
  ignore: list(ignoreRule, 'a list of { owner?, kind?, key?, reason }'),
  contain: oneOf(['off', 'file', 'scope']),
  failAt: oneOf(['test', 'run']),
  stale: oneOf(['fail', 'warn']),
  baseEnvironment: text,
  report: shape(reportChecks),
};

const known = shape<HermeticOptions>(mapValues(checks, optional));

/** Reads what stands in the configuration; see `readOptions`. */
export function checkOptions(raw: unknown): { options: HermeticOptions; errors: string[] } {
  const options = defaultOptions();
  const errors: string[] = [];
  known.run(raw, () => ROOT, errors);
  if (!isObject(raw)) return { options, errors };

  for (const name of Object.keys(checks) as (keyof HermeticOptions)[]) {
    const value = raw[name];
    if (value === undefined) continue;
    if (name === 'report') Object.assign(options.report, validParts(value));
    else if (accepts(checks[name], value)) Object.assign(options, { [name]: copyOf(value) });
  }
  if (options.watch[0]?.startsWith('!')) options.watch = [...DEFAULT_OPTIONS.watch, ...options.watch];
  return { options, errors };
}

function validParts(report: unknown): Partial<HermeticOptions['report']> {
  if (!isObject(report)) return {};
  const parts = (Object.keys(reportChecks) as (keyof HermeticOptions['report'])[]).filter(
    (name) => report[name] !== undefined && accepts(reportChecks[name], report[name]),
  );
  return Object.fromEntries(parts.map((name) => [name, report[name]]));
}

function accepts(check: Check, value: unknown): boolean {
  const problems: string[] = [];
  check.run(value, () => '', problems);
  return problems.length === 0;
}

/** The configuration is the user's object; what we hand out may be changed without changing it. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  return isObject(value) ? { ...value } : value;
}

function mapValues<T>(from: ChecksOf<T>, change: (check: Check) => Check): ChecksOf<T> {
  const entries = Object.entries<Check>(from).map(([key, check]) => [key, change(check)]);
  return Object.fromEntries(entries) as ChecksOf<T>;
}
