import { formatMissingLines, type MissingLines } from './missing-lines';
import { scanObjectLiteral, type ScannedProperty } from './scan-object-literal';

/** The text of a config with the missing lines in it, or why it was left alone. */
export type EditedConfig = { text: string } | { refused: string };

/** The built-in reporter that runs when none is configured; naming any other replaces it. */
const DEFAULT_REPORTER = 'default';
const OUR_ENVIRONMENT = 'jest-hermetic';
const OUR_REPORTER = 'jest-hermetic/reporter';

/**
 * Adds the missing lines to a script config that exports one plain object literal (`module.exports =`, `export default`,
 * or a variable that holds it). Everything else in the text stays byte for byte.
 */
export function editScriptConfig(text: string, missing: MissingLines): EditedConfig {
  const start = findLiteral(text);
  if (start === null) return { refused: 'it does not export a plain object literal' };
  const properties = scanObjectLiteral(text, start);
  if (properties === null) return { refused: 'its object literal is more than plain properties' };
  const named = new Map(properties.map((property) => [property.name, property]));
  if (named.has('projects')) return { refused: 'it has several projects' };
  if (named.has('preset')) return { refused: 'it has a preset, which may set the same properties' };

  const added: string[] = [];
  const replaced: { at: ScannedProperty; value: string }[] = [];
  const wanted = formatMissingLines(missing);
  for (const line of wanted) {
    const name = line.slice(0, line.indexOf(':'));
    const present = named.get(name);
    if (present === undefined) {
      added.push(line);
      continue;
    }
    const value = valueInPlace(name, text.slice(present.valueStart, present.valueEnd));
    if (value === null) return { refused: `its ${name} is not a plain literal that can be extended` };
    replaced.push({ at: present, value });
  }
  return { text: insertAtStart(replaceValues(text, replaced), start, added) };
}

/** Adds the missing lines to a JSON config: a whole file, or the `jest` key of a package.json. */
export function editJsonConfig(text: string, missing: MissingLines, place: 'file' | 'package'): EditedConfig {
  const whole = JSON.parse(text) as Record<string, unknown>;
  const config = (place === 'package' ? (whole['jest'] ?? {}) : whole) as Record<string, unknown>;
  if (typeof config !== 'object') return { refused: 'its "jest" key names another file' };
  if ('projects' in config) return { refused: 'it has several projects' };
  if ('preset' in config) return { refused: 'it has a preset, which may set the same properties' };
  if (missing.environment !== null) {
    config['testEnvironment'] = OUR_ENVIRONMENT;
    const { base } = missing.environment;
    if (base !== null) {
      if ('testEnvironmentOptions' in config) return { refused: 'its testEnvironmentOptions is already set' };
      config['testEnvironmentOptions'] = { hermetic: { baseEnvironment: base } };
    }
  }
  if (missing.reporter) {
    const present = config['reporters'] ?? [DEFAULT_REPORTER];
    if (!Array.isArray(present)) return { refused: 'its reporters is not a list' };
    config['reporters'] = [...present, OUR_REPORTER];
  }
  if (place === 'package') whole['jest'] = config;
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  return { text: JSON.stringify(whole, null, indent) + (text.endsWith('\n') ? '\n' : '') };
}

/** Position of the `{` of the one object literal that is exported, directly or by the name of a variable. */
function findLiteral(text: string): number | null {
  const direct = endOfOnlyMatch(text, /^(?:module\.exports\s*=|export\s+default)\s*(?=\{)/gm);
  if (direct !== null) return direct;
  const name = /^(?:module\.exports\s*=|export\s+default)\s*([A-Za-z_$][\w$]*)\s*;?\s*$/m.exec(text)?.[1];
  if (name === undefined) return null;
  const declared = name.replaceAll('$', String.raw`\$`);
  return endOfOnlyMatch(text, new RegExp(`^(?:const|let|var)\\s+${declared}\\s*(?::[^={]+)?=\\s*(?=\\{)`, 'gm'));
}

function endOfOnlyMatch(text: string, pattern: RegExp): number | null {
  const [only, ...more] = [...text.matchAll(pattern)];
  return only === undefined || more.length > 0 ? null : only.index + only[0].length;
}

function valueInPlace(name: string, value: string): string | null {
  if (name === 'testEnvironment') return /^(['"])[^'"\\\n]*\1$/.test(value) ? `'${OUR_ENVIRONMENT}'` : null;
  if (name !== 'reporters') return null;
  const list = /^\[([^]*?)(,?)(\s*)\]$/.exec(value);
  if (list === null || /\/[/*]/.test(value)) return null;
  const [, items = '', comma = '', space = ''] = list;
  if (items.trim() === '') return `['${DEFAULT_REPORTER}', '${OUR_REPORTER}']`;
  const isMultiline = space.includes('\n');
  return `[${items},${isMultiline ? `${space}  ` : ' '}'${OUR_REPORTER}'${comma}${space}]`;
}

function replaceValues(text: string, edits: { at: ScannedProperty; value: string }[]): string {
  // From the end backwards, so that the positions of the earlier ones stay true.
  return [...edits]
    .sort((a, b) => b.at.valueStart - a.at.valueStart)
    .reduce((result, { at, value }) => result.slice(0, at.valueStart) + value + result.slice(at.valueEnd), text);
}

function insertAtStart(text: string, literal: number, lines: string[]): string {
  if (lines.length === 0) return text;
  const rest = text.slice(literal + 1);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /^[^\S\n]*\r?\n([ \t]+)\S/.exec(rest)?.[1] ?? '  ';
  const block = lines.map((line) => newline + indent + line).join('');
  const gap = /^[^\S\n]*\r?\n/.test(rest) ? '' : newline + (rest.trimStart().startsWith('}') ? '' : indent);
  return text.slice(0, literal + 1) + block + gap + (gap === '' ? rest : rest.trimStart());
}
