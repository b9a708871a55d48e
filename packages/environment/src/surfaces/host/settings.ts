import {
  apply,
  arrayConcat,
  arrayForEach,
  arrayPush,
  getOwnPropertyDescriptor,
  is,
  isArray,
  stringify,
} from '../../originals';
import type { SlotChange } from '../slot';
import { keyOf, type SlotName } from './names';
import { isBoundByHost } from './noise';
import type { Settleable } from './settled';

/**
 * A piece of a core module's state that no property holds: it stands behind an accessor of Node's own, or behind a
 * pair of functions. `property` names it on `object`.
 */
export interface Setting {
  object: object;
  property: string;
  read(): unknown;
  write(value: unknown): void;
}

/** Accessors whose setter changes a variable inside Node. */
const ACCESSORS: Readonly<Record<string, readonly string[]>> = {
  buffer: ['INSPECT_MAX_BYTES'],
  events: ['captureRejections', 'defaultMaxListeners'],
  fs: ['FileReadStream', 'FileWriteStream', 'ReadStream', 'WriteStream'],
  http: ['globalAgent'],
  https: ['globalAgent'],
};

/** Functions that read a variable inside Node, their arguments, and the function that sets it. */
const FUNCTIONS: Readonly<Record<string, readonly (readonly [string, readonly unknown[], string])[]>> = {
  dns: [
    ['getServers', [], 'setServers'],
    ['getDefaultResultOrder', [], 'setDefaultResultOrder'],
  ],
  net: [
    ['getDefaultAutoSelectFamily', [], 'setDefaultAutoSelectFamily'],
    ['getDefaultAutoSelectFamilyAttemptTimeout', [], 'setDefaultAutoSelectFamilyAttemptTimeout'],
  ],
  stream: [
    ['getDefaultHighWaterMark', [false], 'setDefaultHighWaterMark'],
    ['getDefaultHighWaterMark', [true], 'setDefaultHighWaterMark'],
  ],
};

/**
 * What the servers of `dns.promises` are while nobody set them by themselves: `dns.setServers()` sets them, too, and that is
 * one change.
 */
const AS_DNS = 'as dns.getServers()';

/** The settings of a core module, read and written through the functions Node has now (nobody patched them yet). */
export function settingsOf(name: string, module: object): Setting[] {
  const ofPromises = name === 'dns' ? promisesServers(module) : [];
  return arrayConcat(arrayConcat(accessorSettings(name, module), functionSettings(name, module)), ofPromises);
}

/** The name of the function that changes the setting reported under `key` (`dns.getServers()`), or null. */
export function setterOf(key: string): string | null {
  if (key === 'dns.promises.getServers()') return 'dns.promises.setServers';
  for (const [module, settings] of Object.entries(FUNCTIONS)) {
    for (const [getter, args, setter] of settings) {
      if (key === `${module}.${getter}(${args.join(', ')})`) return `${module}.${setter}`;
    }
  }
  return null;
}

/** One setting and its value at the last look. */
export class WatchedSetting implements Settleable {
  settledIn = 0;
  readonly #setting: Setting;
  readonly #module: SlotName;
  #last: unknown;
  /** Every list read so far, so that equal lists are one value to whoever compares changes. */
  readonly #lists: unknown[] = [];

  constructor(setting: Setting, module: SlotName) {
    this.#setting = setting;
    this.#module = module;
    this.#last = this.#read();
  }

  /** Adds a change since the last look to `changes`, as if the setting were a data property. */
  look(changes: SlotChange[]): void {
    const now = this.#read();
    const before = this.#last;
    if (is(before, now)) return;
    this.#last = now;
    const { object, property } = this.#setting;
    const { kind } = this.#module;
    const key = keyOf(this.#module, property);
    arrayPush(changes, { kind, key, object, property, before: asData(before), after: asData(now) });
  }

  /** A setting is read in one way only. */
  lookInPassing(changes: SlotChange[]): void {
    this.look(changes);
  }

  /** Whether `change` is one that {@link look} made. */
  holds({ object, property, before, after }: SlotChange): boolean {
    const { object: own, property: ownProperty } = this.#setting;
    return object === own && property === ownProperty && isData(before) && isData(after);
  }

  /** Sets the value before `change` again; false when Node refuses it. */
  restore(change: SlotChange): boolean {
    try {
      this.#setting.write(change.before?.value);
    } catch {
      return false;
    }
    this.#last = this.#read();
    return sameValue(this.#last, change.before?.value);
  }

  #read(): unknown {
    const value = readSafely(this.#setting);
    if (!isArray(value)) return value;
    for (let i = 0; i < this.#lists.length; i += 1) if (sameValue(this.#lists[i], value)) return this.#lists[i];
    arrayPush(this.#lists, value);
    return value;
  }
}

function asData(value: unknown): PropertyDescriptor {
  return { value, writable: true, enumerable: true, configurable: true };
}

function isData(descriptor: PropertyDescriptor | undefined): boolean {
  return descriptor !== undefined && descriptor.get === undefined && descriptor.set === undefined;
}

function readSafely(setting: Setting): unknown {
  try {
    return setting.read();
  } catch {
    return undefined;
  }
}

/** Lists (`dns.getServers()` makes a new one each time) are compared by their items. */
function sameValue(a: unknown, b: unknown): boolean {
  return is(a, b) || (isArray(a) && isArray(b) && stringify(a) === stringify(b));
}

function accessorSettings(name: string, object: object): Setting[] {
  const settings: Setting[] = [];
  arrayForEach(ACCESSORS[name] ?? [], (property) => {
    const { get, set } = getOwnPropertyDescriptor(object, property) ?? {};
    if (get === undefined || set === undefined) return;
    const read = (): unknown => apply(get, object, []);
    arrayPush(settings, { object, property, read, write: (value) => void apply(set, object, [value]) });
  });
  return settings;
}

/** The reading function, or the one that Node has put in its place since. */
function current(object: object, getter: string, original: Function): Function {
  const value: unknown = getOwnPropertyDescriptor(object, getter)?.value;
  return isBoundByHost(value) && isBoundByHost(original) ? value : original;
}

function functionSettings(name: string, object: object): Setting[] {
  const settings: Setting[] = [];
  arrayForEach(FUNCTIONS[name] ?? [], ([getter, args, setter]) => {
    const get: unknown = getOwnPropertyDescriptor(object, getter)?.value;
    const set: unknown = getOwnPropertyDescriptor(object, setter)?.value;
    if (typeof get !== 'function' || typeof set !== 'function') return;
    arrayPush(settings, {
      object,
      // None of them takes more than one argument.
      property: `${getter}(${args.length === 0 ? '' : String(args[0])})`,
      read: () => apply(current(object, getter, get), object, args),
      write: (value: unknown) => void apply(set, object, arrayConcat(args, [value])),
    });
  });
  return settings;
}

function promisesServers(dns: object): Setting[] {
  const promises = openProperty(dns, 'promises');
  const ofDns = functionSettings('dns', dns)[0];
  const own = promises === null ? undefined : functionSettings('dns', promises)[0];
  if (promises === null || ofDns === undefined || own === undefined) return [];
  const read = (): unknown => {
    const servers = own.read();
    return sameValue(servers, ofDns.read()) ? AS_DNS : servers;
  };
  const write = (value: unknown): void => own.write(value === AS_DNS ? ofDns.read() : value);
  return [{ object: promises, property: own.property, read, write }];
}

/** What Node's own accessor hands out, or null. */
function openProperty(object: object, property: string): object | null {
  const { get, value } = getOwnPropertyDescriptor(object, property) ?? {};
  const opened: unknown = get === undefined ? value : apply(get, object, []);
  return typeof opened === 'object' ? opened : null;
}
