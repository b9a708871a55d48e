import { groupBy } from './group-by';

/** How the items of {@link uniteLists} are told apart, ordered, and made one. */
export interface UniteRules<T> {
  keyOf(item: T): string;
  compare(a: T, b: T): number;
  /** One item of all that have the same key; default: the first. */
  unite?(items: readonly T[]): T;
}

/**
 * All items of the lists, one a key. Lists in which the same items come in the same order keep it; otherwise there is
 * no order of all of them, and they are sorted. So it makes no difference which lists were united before.
 */
export function uniteLists<T>(lists: readonly (readonly T[])[], { keyOf, compare, unite }: UniteRules<T>): T[] {
  const items = lists.flat();
  if (items.length === 0) return [];
  // Nearly every leak is of one scope with one receipt, and keys cost most.
  if (items.length === 1) return [unite?.(items) ?? items[0]!];
  const groups = groupBy(items, keyOf);
  const united = [...groups.values()].map((group) => unite?.(group) ?? group[0]!);
  return lists.every((list) => hasOrder(list, groups, keyOf)) ? united : united.toSorted(compare);
}

function hasOrder<T>(list: readonly T[], groups: ReadonlyMap<string, unknown>, keyOf: (item: T) => string): boolean {
  const order = [...new Set(list.map(keyOf))];
  return order.length === groups.size && [...groups.keys()].every((key, index) => key === order[index]);
}
