import { stripVTControlCharacters } from 'node:util';

/** Names for what differs from machine to machine: text to replace, by the name that replaces it. */
export type Places = Record<string, string>;

/**
 * Makes the output of a run the same on every machine: no colour, no durations, no process ids, `/` in the paths of
 * the project, names in place of directories and versions, and without the lines that the harness causes.
 */
export function normalise(text: string, places: Places = {}): string {
  let result = stripVTControlCharacters(text).replaceAll('\r\n', '\n');
  for (const [name, value] of Object.entries(places)) result = replacePlace(result, name, value);
  return result
    .replace(/^Test results written to: .*\n?/gm, '')
    .replace(/^\(node:\d+\) ExperimentalWarning: VM Modules .*\n(\(Use `node .*\n)?/gm, '')
    .replace(/^\(node:\d+\)/gm, '(node)')
    .replace(/^(Time:) .*$/gm, '$1 <time>')
    .replace(/ \(\d+(\.\d+)? m?s\)$/gm, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/^\n+|\n+$/g, '');
}

function replacePlace(text: string, name: string, value: string): string {
  const slashed = value.replaceAll('\\', '/');
  return [value, slashed].reduce((result, form) => (form === '' ? result : result.replaceAll(form, name)), text);
}
