import { getOwnPropertyDescriptor, isProxy, ownKeys, stringify } from '../../originals';

/**
 * The data of a value as one text: equal texts mean equal data. Calls no getter, and ends for cyclic data, of which it
 * tells no more than that it is cyclic. Functions are all alike.
 */
export function fingerprintOf(value: unknown, around: readonly object[] = []): string {
  if (typeof value === 'string') return stringify(value) as string;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (around.includes(value) || isProxy(value)) return '...';
  const inside = [...around, value];
  const parts: string[] = [];
  for (const property of ownKeys(value)) {
    const descriptor = getOwnPropertyDescriptor(value, property);
    const isData = descriptor !== undefined && descriptor.get === undefined;
    parts.push(
      `${stringify(String(property)) as string}:${isData ? fingerprintOf(descriptor.value, inside) : 'an accessor'}`,
    );
  }
  return `${Array.isArray(value) ? 'list' : ''}{${parts.join()}}`;
}
