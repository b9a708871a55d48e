import dns from 'node:dns';
import events from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { LateCode } from '../blame/late-code';
import { tmpdir } from 'node:os';
import querystring from 'node:querystring';
import { StringDecoder } from 'node:string_decoder';
import fc from 'fast-check';
import { Ledger } from '../ledger/ledger';
import { inBody, makeSuite } from '../testing/scopes';
import { HostSlots } from '../surfaces/host/host-slots';
import { isJestMark } from '../surfaces/host/noise';
import { ProcessWatch } from '../surfaces/host/process-watch';
import { reachFrom } from '../surfaces/host/reach';
import { HostRequireCache } from '../surfaces/host/require-cache';
import { sameDescriptor } from '../surfaces/host/watched-object';
import { HostStateSurface } from '../surfaces/host-state';
import { Spies } from '../surfaces/spies';
import { Containment } from './containment';
import { HostPlaces } from './host-places';

class HostModule {}
const loader = {
  _cache: Object.assign(Object.create(null) as object, { '/p/x.js': new HostModule() }),
  _extensions: { '.js': () => {} },
  globalPaths: ['/p/lib', '/q/lib'],
  prototype: HostModule.prototype,
};

const MODULES: Record<string, object> = {
  dns,
  events,
  fs,
  http,
  https,
  querystring,
  string_decoder: { StringDecoder },
};
const SLOTS: object[] = [
  querystring, StringDecoder, StringDecoder.prototype, fs, fs.promises, fs.constants, fs.Stats.prototype, http,
  https.globalAgent.options, events, events.EventEmitter.prototype, URL.prototype, URLSearchParams.prototype,
]; // prettier-ignore
const NAMES: PropertyKey[] = ['escape', 'write', 'readFile', 'get', 'setMaxListeners', 'createObjectURL', 'maxSockets', 'fresh', '0', Symbol.for('mark')]; // prettier-ignore

const watchedObjects = (): Set<object> => {
  const roots = Object.entries({ ...MODULES, URL, URLSearchParams });
  const below = roots.flatMap(([text, root]) =>
    reachFrom(root, { kind: 'core-module-mutated', text, depth: 0 }, 2).map(({ object }) => object),
  );
  return new Set([...below, ...SLOTS, URL, http.globalAgent, loader._cache, loader._extensions, loader.globalPaths]);
};

/** Everything that is under watch: every object within two steps, with all its descriptors, and the process. */
function picture(objects: ReadonlySet<object>): Map<string, PropertyDescriptor> {
  const parts = new Map<string, PropertyDescriptor>([
    ['cwd', { value: process.cwd() }],
    ['umask', { value: process.umask() }],
    ['defaultMaxListeners', { value: events.defaultMaxListeners }],
    ['defaultResultOrder', { value: dns.getDefaultResultOrder() }],
  ]);
  for (const event of ['resize', 'other']) {
    process.stdout.rawListeners(event).forEach((value, index) => parts.set(`${event} ${index}`, { value }));
  }
  [...objects].forEach((object, index) => {
    for (const key of Reflect.ownKeys(object)) {
      if (isJestMark(key)) continue;
      parts.set(`${index} ${String(key)}`, Object.getOwnPropertyDescriptor(object, key) as PropertyDescriptor);
    }
  });
  return parts;
}

function differences(a: Map<string, PropertyDescriptor>, b: Map<string, PropertyDescriptor>): string[] {
  const names = new Set([...a.keys(), ...b.keys()]);
  return [...names].filter((name) => !sameDescriptor(a.get(name), b.get(name)));
}

const flags = { enumerable: fc.boolean(), configurable: fc.constant(true) };
const data = fc.record({ value: fc.anything(), writable: fc.boolean(), ...flags });
const descriptor = fc.oneof(
  data,
  fc.record({ get: fc.constant(() => 1), ...flags }),
  fc.record({ set: fc.constant(() => {}), ...flags }),
);
const define = (object: object, key: PropertyKey, to: PropertyDescriptor | null): void => {
  if (to === null) Reflect.deleteProperty(object, key);
  else Reflect.defineProperty(object, key, to);
};
const slotOf = (objects: object[], keys: PropertyKey[], to: fc.Arbitrary<PropertyDescriptor>) =>
  fc.record({ object: fc.constantFrom(...objects), key: fc.constantFrom(...keys), to: fc.option(to) }).map(
    ({ object, key, to }) =>
      () =>
        define(object, key, to),
  );
const listener = (): void => {};
const act = (doIt: () => void) => fc.constant(doIt);

const mutation = fc.oneof(
  { weight: 8, arbitrary: slotOf(SLOTS, NAMES, descriptor) },
  // A name that is added to a global function without being enumerable is not looked for.
  slotOf(
    [URL],
    NAMES,
    descriptor.map((to) => ({ ...to, enumerable: true })),
  ),
  // What else an agent holds is its own bookkeeping.
  slotOf([http.globalAgent], ['maxSockets', 'fresh'], descriptor),
  // Accessors there are Jest's doing, not an act.
  { weight: 2, arbitrary: slotOf([loader._cache, loader._extensions], ['/p/x.js', '/p/y.js', '.js', '.lib'], data) },
  act(() => loader.globalPaths.push('/more')),
  act(() => loader.globalPaths.reverse()),
  act(() => process.chdir(tmpdir())),
  act(() => process.chdir('/')),
  fc.constantFrom(0o002, 0o077).map((mask) => () => void process.umask(mask)),
  act(() => process.stdout.on('resize', listener)),
  act(() => process.stdout.once('other', listener)),
  act(() => process.stdout.prependListener('resize', () => {})),
  act(() => process.stdout.removeListener('resize', listener)),
  fc.nat(50).map((most) => () => void (events.defaultMaxListeners = most)),
  fc.constantFrom('ipv4first', 'verbatim').map((order) => () => dns.setDefaultResultOrder(order as 'verbatim')),
);

const { file, cart, adds, empties } = makeSuite();

function watch() {
  const writers = {
    slots: new HostSlots({ global: globalThis, process }),
    process: new ProcessWatch(process),
    loader: new HostRequireCache(loader),
  };
  const containment = new Containment({ made: () => new Map(), keeps: () => 'no' });
  const places = new HostPlaces(writers, containment.stacks);
  const surface = new HostStateSurface({
    ...writers,
    ledger: new Ledger(),
    spies: new Spies(),
    places: () => places,
    putsBackScopes: true,
    importedWriter: () => null,
    mentions: () => null,
    definedByTests: () => [],
    mayChangePrototypes: () => true,
    mayChangeLoader: () => true,
    late: { ofValue: () => null } as unknown as LateCode,
    select: () => ({ site: null, via: null, owner: null }),
    relative: (path) => path,
  });
  writers.loader.handOut();
  writers.slots.beginFile(globalThis);
  for (const name of Object.keys(MODULES)) writers.slots.handOut(name);
  return { containment, surface };
}

test('whatever was done to anything that is watched, each scope and the file give it all back', () => {
  process.stdout.on('resize', listener);
  const { containment, surface } = watch();
  const objects = watchedObjects();
  const before = picture(objects);
  const part = fc.array(mutation, { maxLength: 4 });
  let mutations = 0;
  fc.assert(
    fc.property(part, part, part, fc.boolean(), (inCart, inAdds, inEmpties, each) => {
      const play = (scope: typeof cart, doings: readonly (() => void)[]): void => {
        mutations += doings.length;
        for (const doIt of doings) doIt();
        surface.lookAtAll(inBody(scope));
      };
      play(cart, inCart);
      play(adds, inAdds);
      if (each) containment.end([adds]);
      play(empties, inEmpties);
      if (each) containment.end([empties]);
      containment.endFile();
      expect(differences(picture(objects), before)).toEqual([]);
      surface.lookAtAll(inBody(file));
      expect(containment.stacks.scopes()).toEqual([]);
    }),
    { numRuns: 200 },
  );
  expect(mutations).toBeGreaterThan(200);
  process.stdout.removeListener('resize', listener);
}, 60_000);
