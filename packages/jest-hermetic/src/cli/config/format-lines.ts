import type { ConfigForm } from './config-file';
import { OUR_ENVIRONMENT, type MissingEnvironment, type MissingLines } from './missing-lines';

/** One property as a config must have it. */
export interface WantedProperty {
  name: string;
  value: unknown;
}

/** The properties that make our environment run. */
export function environmentProperties({ base }: Pick<MissingEnvironment, 'base'>): WantedProperty[] {
  const options = { name: 'testEnvironmentOptions', value: { hermetic: { baseEnvironment: base } } };
  return [{ name: 'testEnvironment', value: OUR_ENVIRONMENT }, ...(base === null ? [] : [options])];
}

/** The missing lines as they stand in a config of that form, without indentation, under headings where there are several projects. */
export function formatMissingLines({ environments, reporters }: MissingLines, form: ConfigForm): string[] {
  const whole = reporters === null ? [] : [{ name: 'reporters', value: reporters }];
  const [first, ...others] = environments;
  if (others.length === 0) {
    return block([...(first === undefined ? [] : environmentProperties(first)), ...whole], form);
  }
  const bases = [...new Set(environments.map(({ base }) => base))];
  return [
    ...(whole.length === 0 ? [] : ['at the top:', ...indent(block(whole, form))]),
    ...bases.flatMap((base) => {
      const names = environments.filter((one) => one.base === base).map(({ project }) => project);
      return [`in ${listed(names)}:`, ...indent(block(environmentProperties({ base }), form))];
    }),
  ];
}

/** A value as it is written in a config of that form. */
export function writeValue(value: unknown, form: ConfigForm): string {
  if (form !== 'script') return spaced(JSON.stringify(value));
  if (Array.isArray(value)) return `[${value.map((item) => writeValue(item, form)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([key, part]) => `${writeKey(key)}: ${writeValue(part, form)}`);
    return `{ ${parts.join(', ')} }`;
  }
  const text = JSON.stringify(value);
  return typeof value === 'string' && !/['\\]/.test(text) ? `'${value}'` : text;
}

/** A property as it is written in a config of that form, without a comma behind it. */
export function writeProperty({ name, value }: WantedProperty, form: ConfigForm): string {
  return `${form === 'script' ? writeKey(name) : JSON.stringify(name)}: ${writeValue(value, form)}`;
}

function block(properties: readonly WantedProperty[], form: ConfigForm): string[] {
  return properties.map((property) => `${writeProperty(property, form)},`);
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

function writeKey(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : `'${key}'`;
}

/** `{"a":[1,2]}` with spaces where people write them, outside strings. */
function spaced(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|[{}:,]/g, (part) => {
    if (part === '{') return '{ ';
    if (part === '}') return ' }';
    return part === ':' || part === ',' ? `${part} ` : part;
  });
}

function listed(names: readonly string[]): string {
  const most = 5;
  const shown = names.slice(0, most).join(', ');
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return `${names.length === 1 ? 'the project' : 'each of the projects'} ${shown}${more}`;
}
