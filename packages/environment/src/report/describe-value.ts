import { lockWord } from '../surfaces/host/locks';
import { isMock, ownValue } from '../surfaces/spies';

const LONGEST = 60;

/** A short rendering of one side of a slot, for reading only. Calls no getter and never throws. */
export function describeSlot(descriptor: PropertyDescriptor | undefined): string {
  if (descriptor === undefined) return 'absent';
  const lock = lockWord(descriptor);
  if (lock !== null) return lock;
  if (descriptor.get !== undefined || descriptor.set !== undefined) return 'an accessor';
  return describeValue(descriptor.value);
}

/** A short rendering of a value. */
export function describeValue(value: unknown): string {
  if (typeof value === 'function') return describeFunction(value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  if (typeof value === 'string') return shorten(JSON.stringify(value));
  if (typeof value === 'bigint') return shorten(`${value}n`);
  return shorten(String(value));
}

/** A short rendering of what a piece of process state is: listeners by their number, a umask as people write it. */
export function describeState(key: string, value: unknown): string {
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'listener' : 'listeners'}`;
  if (key === 'process.umask' && typeof value === 'number') return `0o${value.toString(8).padStart(3, '0')}`;
  return describeValue(value);
}

function describeFunction(value: Function): string {
  if (isMock(value)) return 'a mock function';
  const name = ownValue(value, 'name');
  return typeof name === 'string' && name !== '' ? shorten(`function ${name}`) : 'a function';
}

function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
