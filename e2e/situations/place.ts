import type { Situation } from './situation';
import { TOPICS, type Topic } from './topics';

/** A situation, or its twin, with its folder in the project. */
export interface Placed extends Situation {
  /** `topic/name`. */
  folder: string;
  topic: Topic;
}

/** Every situation and every twin of the table. Throws when a twin swaps text that is not there. */
export function placeAll(topics: Topic[] = TOPICS): Placed[] {
  return topics.flatMap((topic) =>
    topic.situations.flatMap((situation) => [situation, ...twinOf(situation)].map((one) => place(one, topic))),
  );
}

/** The situation as a version of Jest shows it. */
export function onLine<T extends Situation>(situation: T, version: string): T {
  const { older } = situation;
  if (older === undefined || !isBelow(version, older.than)) return situation;
  return older.from !== undefined && isBelow(version, older.from) ? situation : { ...situation, leaks: older.leaks };
}

/** `./file:line` of a mark, relative to the situation's folder. Throws unless exactly one line has it. */
export function lineOf(mark: string, { name, files }: Pick<Situation, 'name' | 'files'>): string {
  const found = Object.entries(files).flatMap(([path, text]) =>
    text.split('\n').flatMap((line, index) => (line.endsWith(`// ${mark}`) ? [`./${path}:${index + 1}`] : [])),
  );
  if (found.length !== 1 || !found[0])
    throw new Error(`${name}: the mark ${mark} is on ${found.length} lines, not one.`);
  return found[0];
}

function place(situation: Situation, topic: Topic): Placed {
  return { ...situation, topic, folder: `${topic.name}/${situation.name}` };
}

function twinOf(situation: Situation): Situation[] {
  const { twin, name, files } = situation;
  if (!twin) return [];
  let changed = files;
  for (const [from, to] of twin.swap) {
    if (!Object.values(changed).some((text) => text.includes(from))) {
      throw new Error(`${name}: the twin swaps text that is not there: ${from}`);
    }
    changed = Object.fromEntries(Object.entries(changed).map(([path, text]) => [path, text.replaceAll(from, to)]));
  }
  const { twin: _, older: __, ...rest } = situation;
  return [{ ...rest, name: `${name}-twin`, files: changed, leaks: twin.leaks ?? [] }];
}

function isBelow(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number)) as [number[], number[]];
  const index = a.findIndex((part, at) => part !== b[at]);
  return index !== -1 && (a[index] as number) < (b[index] ?? 0);
}
