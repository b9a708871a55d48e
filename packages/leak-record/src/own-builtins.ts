import events from 'node:events';
import fs from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import url from 'node:url';

const { defineProperty, deleteProperty, getOwnPropertyDescriptor, ownKeys, setPrototypeOf } = Reflect;

// What our code and Node's loader of CommonJS modules call, by names that test code can replace on the host.
const TYPES = [
  Array,
  Date,
  Error,
  Function,
  Map,
  Number,
  Object,
  RegExp,
  Set,
  String,
  Symbol,
  WeakMap,
  WeakSet,
  events,
];
const MODULES = [fs, path, path.posix, path.win32, url, JSON, Math, Reflect];

interface Slot {
  readonly object: object;
  readonly key: PropertyKey;
  readonly descriptor: PropertyDescriptor;
}

// The lists are walked by index: what is iterated may be what a test replaced.
const own = functionsOf([...MODULES, ...TYPES.flatMap((type) => [type, type.prototype as object])]);

const { _extensions: extensions } = Module as unknown as { _extensions: object };
const loader = functionsOf([Module, Module.prototype as object, extensions]);

function functionsOf(parts: readonly object[]): readonly Slot[] {
  const slots: Slot[] = [];
  for (const object of new Set(parts)) {
    for (const key of ownKeys(object)) {
      const descriptor = getOwnPropertyDescriptor(object, key);
      const { value, writable } = descriptor ?? {};
      // How stacks are formatted is Jest's business, which changes it from file to file.
      if (descriptor === undefined || key === 'prepareStackTrace') continue;
      if (typeof value !== 'function' && !parts.includes(value as object)) continue;
      if (descriptor.configurable === true || writable === true)
        slots.push({ object, key, descriptor: bare(descriptor) });
    }
  }
  return slots;
}

/**
 * Runs `work`, which may not wait for anything and calls nothing of the user's, with the functions of `node:fs`,
 * `node:path` and the language itself that there were when this package was loaded; what tests have put in their place
 * is back afterwards. A property that was locked stays as it is.
 */
export function withOwnBuiltins<T>(work: () => T): T {
  if (replaced !== null) return work();
  replaced = takeOver(own);
  try {
    return work();
  } finally {
    giveBackAll();
  }
}

/** The same with Node's loader of CommonJS modules besides, for `work` that loads modules of ours. */
export function withOwnLoader<T>(work: () => T): T {
  return withOwnBuiltins(() => {
    const found = takeOver(loader);
    try {
      return work();
    } finally {
      giveBack(found);
    }
  });
}

/** Within {@link withOwnBuiltins}: runs `work` with what tests have left, to look at it or to change it. */
export function asTestsLeftIt<T>(work: () => T): T {
  if (replaced === null) return work();
  giveBackAll();
  try {
    return work();
  } finally {
    replaced = takeOver(own);
  }
}

/**
 * The same for work that only looks, and is done so often that going through all our functions again would be felt: where
 * tests had replaced none of them, none is replaced after it.
 */
export function lookAsTestsLeftIt<T>(work: () => T): T {
  if (replaced === null || replaced.length > 0) return asTestsLeftIt(work);
  const nothing = replaced;
  replaced = null;
  try {
    return work();
  } finally {
    replaced = nothing;
  }
}

/** What tests had put in place of our functions, while ours stand there. */
let replaced: Slot[] | null = null;

function takeOver(slots: readonly Slot[]): Slot[] {
  const found: Slot[] = [];
  let count = 0;
  for (let i = 0; i < slots.length; i += 1) {
    const { object, key, descriptor } = slots[i] as Slot;
    const now = getOwnPropertyDescriptor(object, key);
    if (now !== undefined && now.value === descriptor.value) continue;
    if (!put(object, key, descriptor)) continue;
    // Not a push, and no assignment: either may be what a test put on Array.prototype.
    defineProperty(found, count, bare({ value: { object, key, descriptor: now && bare(now) } }));
    count += 1;
  }
  return found;
}

function giveBackAll(): void {
  const back = replaced ?? [];
  replaced = null;
  giveBack(back);
}

function giveBack(back: readonly Slot[]): void {
  for (let i = 0; i < back.length; i += 1) put(back[i]!.object, back[i]!.key, back[i]!.descriptor);
}

/** Without a prototype: a `get` or `set` put on Object.prototype would otherwise be part of each descriptor. */
function bare(descriptor: PropertyDescriptor): PropertyDescriptor {
  setPrototypeOf(descriptor, null);
  return descriptor;
}

function put(object: object, key: PropertyKey, descriptor: PropertyDescriptor | undefined): boolean {
  return descriptor === undefined ? deleteProperty(object, key) : defineProperty(object, key, descriptor);
}
