import type { ConfigForm } from './config-file';
import { editLiteral, type EditedText } from './edit-literal';
import { environmentProperties, writeProperty, type WantedProperty } from './format-lines';
import type { MissingLines } from './missing-lines';
import { scanObjectLiteral, skipBlank } from './scan-object-literal';

/**
 * The text of a config with the missing lines in it, or why it was left alone. It is read only as far as that takes, so
 * the caller loads the outcome through Jest before anybody relies on it.
 */
export function editConfig(text: string, form: ConfigForm, missing: MissingLines): EditedText {
  const [environment, ...others] = missing.environments;
  if (others.length > 0) return { refused: 'it has several projects' };
  const wanted = [
    ...(environment === undefined ? [] : environmentProperties(environment)),
    ...(missing.reporters === null ? [] : [{ name: 'reporters', value: missing.reporters }]),
  ];
  switch (form) {
    case 'script': {
      const start = findLiteral(text);
      return start === null
        ? { refused: 'it does not export a plain object literal' }
        : editLiteral(text, start, wanted, form);
    }
    case 'json': {
      const start = findJsonObject(text);
      return start === null ? { refused: 'it is no JSON object' } : editLiteral(text, start, wanted, form);
    }
    case 'package':
      return editManifest(text, wanted);
  }
}

/** Adds to the `jest` key of a package.json, or the key itself as the last one. */
function editManifest(text: string, wanted: readonly WantedProperty[]): EditedText {
  const start = findJsonObject(text);
  const properties = start === null ? null : scanObjectLiteral(text, start);
  if (start === null || properties === null) return { refused: 'it is no JSON object' };
  const jest = properties.find(({ name }) => name === 'jest');
  if (jest !== undefined) {
    return text[jest.valueStart] === '{'
      ? editLiteral(text, jest.valueStart, wanted, 'package')
      : { refused: 'its "jest" key names another file' };
  }
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  const lines = wanted.map((property) => indent.repeat(2) + writeProperty(property, 'package'));
  const key = [`${indent}"jest": {`, lines.join(`,${newline}`), `${indent}}`].join(newline);
  const last = properties.at(-1);
  if (last === undefined) return { text: `${text.slice(0, start)}{${newline}${key}${newline}}${newline}` };
  return { text: `${text.slice(0, last.valueEnd)},${newline}${key}${text.slice(last.valueEnd)}` };
}

/** Position of the `{` that the file begins with, a byte order mark and comments aside. */
function findJsonObject(text: string): number | null {
  const start = skipBlank(text, 0);
  return text[start] === '{' ? start : null;
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
