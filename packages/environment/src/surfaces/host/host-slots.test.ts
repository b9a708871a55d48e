import buffer from 'node:buffer';
import dns from 'node:dns';
import events from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import querystring from 'node:querystring';
import stream from 'node:stream';
import timers from 'node:timers';
import tls from 'node:tls';
import util from 'node:util';
import { MessageChannel } from 'node:worker_threads';
import zlib from 'node:zlib';
import { HostSlots } from './host-slots';
import { mentionsIn } from './mentions';
import type { SlotChange } from '../slot';

type Loose = Record<PropertyKey, unknown>;
const loose = (object: object): Loose => object as Loose;
const stub = () => 'stub';

function begin(modules: string[] = [], sandbox: object = {}): HostSlots {
  const slots = new HostSlots({ global: globalThis, process });
  slots.beginFile(sandbox);
  for (const name of modules) slots.handOut(name);
  return slots;
}

function keysOf(changes: SlotChange[]): string[] {
  return changes.map(({ kind, key }) => `${kind} ${key}`).sort();
}

const defaultServers = dns.getServers();

/** Module to hand out, what is reported, and what test code does. */
const ROWS: [string, string, () => void][] = [
  ['fs', 'core-module-mutated fs.lutimes', () => (loose(fs).lutimes = stub)],
  ['fs', 'core-module-mutated fs.lchownSync', () => delete loose(fs).lchownSync],
  ['fs', 'core-module-mutated fs.brandNew', () => (loose(fs).brandNew = 1)],
  [
    'fs',
    'core-module-mutated fs[Symbol(patched)]',
    () => Object.defineProperty(fs, Symbol.for('patched'), { value: 1, configurable: true }),
  ],
  ['fs', 'core-module-mutated fs.lutimes', () => Object.defineProperty(fs, 'lutimes', { enumerable: false })],
  ['fs', 'core-module-mutated fs.ReadStream', () => (loose(fs).ReadStream = stub)],
  ['node:fs', 'core-module-mutated fs.promises.lutimes', () => (loose(fs.promises).lutimes = stub)],
  ['fs/promises', 'core-module-mutated fs.promises.lutimes', () => (loose(fs.promises).lutimes = stub)],
  ['fs/promises', 'core-module-mutated fs.lutimes', () => (loose(fs).lutimes = stub)],
  ['os', 'core-module-mutated os.hostname', () => (os.hostname = jest.fn())],
  ['path', 'core-module-mutated path.format', () => (path.posix.format = stub)],
  ['events', 'core-module-mutated events.defaultMaxListeners', () => (events.defaultMaxListeners = 77)],
  ['events', 'core-module-mutated events.prototype.extra', () => (loose(events.EventEmitter.prototype).extra = stub)],
  [
    'stream',
    'core-module-mutated stream.Readable.prototype.extra',
    () => (loose(stream.Readable.prototype).extra = stub),
  ],
  ['http', 'core-module-mutated http.globalAgent', () => (http.globalAgent = new http.Agent())],
  ['http', 'core-module-mutated http.globalAgent.maxSockets', () => (http.globalAgent.maxSockets = 3)],
  ['https', 'core-module-mutated https.globalAgent.options.extra', () => (loose(https.globalAgent.options).extra = 1)],
  ['tls', 'core-module-mutated tls.DEFAULT_MIN_VERSION', () => (tls.DEFAULT_MIN_VERSION = 'TLSv1.3')],
  ['dns', 'core-module-mutated dns.getServers()', () => dns.setServers(['192.0.2.1'])],
  ['dns', 'core-module-mutated dns.promises.getServers()', () => dns.promises.setServers(['192.0.2.2'])],
  ['dns/promises', 'core-module-mutated dns.promises.getServers()', () => dns.promises.setServers(['192.0.2.2'])],
  ['dns/promises', 'core-module-mutated dns.getServers()', () => dns.setServers(['192.0.2.1'])],
  ['zlib', 'core-module-mutated zlib.Gzip.prototype.extra', () => (loose(zlib.Gzip.prototype).extra = stub)],
  [
    'worker_threads',
    'host-object-mutated MessageChannel.prototype.extra',
    () => (loose(MessageChannel.prototype).extra = stub),
  ],
  ['dns', 'core-module-mutated dns.getDefaultResultOrder()', () => dns.setDefaultResultOrder('ipv4first')],
  ['timers', 'core-module-mutated timers.setTimeout', () => (loose(timers).setTimeout = stub)],
  ['util', 'core-module-mutated util.inspect.defaultOptions.depth', () => (util.inspect.defaultOptions.depth = 9)],
  ['url', 'host-object-mutated URL.createObjectURL', () => (URL.createObjectURL = stub)],
  ['buffer', 'host-object-mutated Buffer.compare', () => (loose(buffer.Buffer).compare = stub)],
  ['buffer', 'host-object-mutated Buffer.prototype.extra', () => (loose(buffer.Buffer.prototype).extra = stub)],
  ['buffer', 'host-object-mutated Blob.prototype.extra', () => (loose(buffer.Blob.prototype).extra = stub)],
  ['buffer', 'core-module-mutated buffer.File', () => (loose(buffer).File = stub)],
  ['crypto', 'host-object-mutated crypto.subtle.digest', () => (loose(crypto.subtle).digest = stub)],
  [
    'perf_hooks',
    'host-object-mutated performance.now',
    () => Object.defineProperty(performance, 'now', { value: stub, configurable: true }),
  ],
];

describe('quick look', () => {
  test.each(ROWS)('%s handed out: %s (row %#)', (module, expected, mutate) => {
    const slots = begin([module], { URL, performance, Buffer });
    expect(slots.changedSinceLastLook()).toEqual([]);
    mutate();
    const changes = slots.changedSinceLastLook();
    const restored = changes.map((change) => slots.restore(change));
    expect(keysOf(changes)).toEqual([expected]);
    expect(restored).toEqual([true]);
    expect(slots.changedSinceLastLook()).toEqual([]);
    expect(slots.lookAtAll()).toEqual([]);
    expect([dns.getServers(), dns.promises.getServers()]).toEqual([defaultServers, defaultServers]);
  });

  test('is silent about what was put back between two looks', () => {
    const slots = begin(['fs', 'events']);
    const { lutimes } = fs;
    const limit = events.defaultMaxListeners;
    loose(fs).lutimes = stub;
    events.defaultMaxListeners = limit + 1;
    fs.lutimes = lutimes;
    events.defaultMaxListeners = limit;
    loose(fs).extra = 1;
    delete loose(fs).extra;
    expect(slots.changedSinceLastLook()).toEqual([]);
    expect(slots.lookAtAll()).toEqual([]);
  });

  test('sees only what this file was handed; the whole look sees the rest', () => {
    const slots = begin(['path']);
    const { escape } = querystring;
    querystring.escape = stub;
    slots.handOut('tls');
    const quick = slots.changedSinceLastLook();
    const one = slots.lookAt(['path']);
    const whole = slots.lookAtAll();
    querystring.escape = escape;
    expect([quick, one]).toEqual([[], []]);
    expect(keysOf(whole)).toEqual(['core-module-mutated querystring.escape']);
  });

  test('equal lists of name servers are one value, so that a put-back compares equal', () => {
    const slots = begin(['dns']);
    dns.setServers(['192.0.2.1']);
    const [change] = slots.changedSinceLastLook();
    dns.setServers(defaultServers);
    const [back] = slots.changedSinceLastLook();
    expect(back?.after?.value).toBe(change?.before?.value);
  });

  test('knows whether code of the tests itself was handed anything', () => {
    const slots = begin();
    slots.handOut('fs', false);
    expect(slots.hasAtHand).toBe(false);
    slots.handOut('fs');
    expect(slots.hasAtHand).toBe(true);
    slots.beginFile({});
    expect(slots.hasAtHand).toBe(false);
  });

  test('forgets what an earlier file was handed', () => {
    const slots = begin(['querystring']);
    slots.beginFile({});
    const { escape } = querystring;
    querystring.escape = stub;
    const before = slots.changedSinceLastLook();
    slots.handOut('node:querystring');
    const after = slots.changedSinceLastLook();
    querystring.escape = escape;
    expect(before).toEqual([]);
    expect(keysOf(after)).toEqual(['core-module-mutated querystring.escape']);
  });

  test('watches a global that the sandbox shares, and none that it has of its own', () => {
    const slots = begin([], { URL, performance: { now: stub } });
    loose(URL).extra = 1;
    loose(performance).extra = stub;
    const changes = slots.changedSinceLastLook();
    delete loose(URL).extra;
    delete loose(performance).extra;
    expect(keysOf(changes)).toEqual(['host-object-mutated URL.extra']);
  });

  test('lookAt sees the modules asked for, and leaves shared globals to the next look', () => {
    const slots = begin(['querystring'], { URL });
    const { escape } = querystring;
    loose(URL).extra = 1;
    querystring.escape = stub;
    const modules = slots.lookAt(['node:querystring', 'no-such-module']);
    const rest = slots.changedSinceLastLook();
    querystring.escape = escape;
    delete loose(URL).extra;
    expect(keysOf(modules)).toEqual(['core-module-mutated querystring.escape']);
    expect(keysOf(rest)).toEqual(['host-object-mutated URL.extra']);
  });
});

describe('whole look', () => {
  test('reaches process functions, the process prototype and host intrinsics', () => {
    const slots = begin();
    const processPrototype = loose(Object.getPrototypeOf(process) as object);
    const sandboxMade = { toString: stub };
    loose(process.hrtime).extra = 1;
    processPrototype.extra = 1;
    loose(Array.prototype).extra = sandboxMade;
    const changes = slots.lookAtAll();
    delete loose(process.hrtime).extra;
    delete processPrototype.extra;
    delete loose(Array.prototype).extra;
    expect(keysOf(changes)).toEqual([
      'host-object-mutated Array.prototype.extra',
      'host-object-mutated Object.getPrototypeOf(process).extra',
      'host-object-mutated process.hrtime.extra',
    ]);
  });

  test('says each change once, however often its module was handed out', () => {
    const slots = begin(['events', 'node:events']);
    const limit = events.defaultMaxListeners;
    events.defaultMaxListeners = limit + 1;
    const changes = slots.lookAtAll();
    events.defaultMaxListeners = limit;
    expect(keysOf(changes)).toEqual(['core-module-mutated events.defaultMaxListeners']);
  });

  test('finds a property that is not enumerable on a large object', () => {
    const slots = begin(['events']);
    Object.defineProperty(events.EventEmitter.prototype, 'hidden', { value: 1, configurable: true });
    const quick = slots.changedSinceLastLook();
    const changes = slots.lookAtAll();
    delete loose(events.EventEmitter.prototype).hidden;
    expect(quick).toEqual([]);
    expect(keysOf(changes)).toEqual(['core-module-mutated events.prototype.hidden']);
  });
});

test('what lies below a module and hardly any test changes is left to the whole look', () => {
  const slots = begin(['fs']);
  loose(fs.Stats).extra = 1;
  const quick = slots.changedSinceLastLook();
  const whole = slots.lookAtAll();
  delete loose(fs.Stats).extra;
  expect(quick).toEqual([]);
  expect(keysOf(whole)).toEqual(['core-module-mutated fs.Stats.extra']);
});

test('what only source code was handed is left to the whole look, unless some code seems to write to it', () => {
  const find = (suspect: (slots: HostSlots) => void): SlotChange[][] => {
    const slots = begin([]);
    slots.handOut('fs/promises', false);
    slots.handOut('os', false);
    suspect(slots);
    loose(fs.promises).extra = loose(os).extra = loose(fs).extra = 1;
    const looks = [slots.changedSinceLastLook(), slots.lookAtAll()];
    delete loose(fs.promises).extra;
    delete loose(os).extra;
    delete loose(fs).extra;
    return looks;
  };
  const [ofFs, ofOs] = [['fs.extra', 'fs.promises.extra'], ['os.extra']].map((keys) =>
    keys.map((key) => `core-module-mutated ${key}`),
  ) as [string[], string[]];
  expect(find(() => {}).map(keysOf)).toEqual([[], [...ofFs, ...ofOs]]);
  expect(find((slots) => slots.suspect('fs')).map(keysOf)).toEqual([ofFs, ofOs]);
  const before = begin([]);
  before.suspect('os');
  before.handOut('node:os', false);
  loose(os).extra = 1;
  const quick = before.changedSinceLastLook();
  delete loose(os).extra;
  expect(keysOf(quick)).toEqual(ofOs);
});

test('what test code replaces properties of is looked at every time, if it is watched at all', () => {
  const slots = begin(['fs']);
  slots.lookAlways({});
  slots.lookAlways(fs.Stats);
  slots.lookAlways(fs.Stats);
  loose(fs.Stats).extra = 1;
  const quick = slots.changedSinceLastLook();
  const mentions = mentionsIn(['']);
  loose(fs.Stats).extra = 2;
  const atHand = slots.changedAtHand(mentions);
  delete loose(fs.Stats).extra;
  expect([keysOf(quick), keysOf(atHand)]).toEqual([
    ['core-module-mutated fs.Stats.extra'],
    ['core-module-mutated fs.Stats.extra'],
  ]);
});

describe('what code of the tests was handed itself', () => {
  test('is looked at without the rest, as a whole or by the names in that code', () => {
    const slots = begin(['querystring']);
    slots.handOut('path', false);
    const { escape, parse } = querystring;
    const { format } = path;
    querystring.escape = querystring.parse = stub as never;
    path.posix.format = stub;
    const named = slots.changedAtHand(mentionsIn(['querystring.escape = 1']));
    querystring.escape = querystring.parse = (() => 'again') as never;
    const whole = slots.changedAtHand();
    Object.assign(querystring, { escape, parse });
    path.posix.format = format;
    expect(keysOf(named)).toContain('core-module-mutated querystring.escape');
    expect(keysOf([...named, ...whole]).filter((key) => !key.includes('querystring'))).toEqual([]);
    expect(keysOf(whole)).toEqual(['core-module-mutated querystring.escape', 'core-module-mutated querystring.parse']);
  });

  test('is seen under a name that the code does not have only by the other looks', () => {
    const slots = begin(['querystring']);
    const { escape } = querystring;
    querystring.escape = stub;
    const named = slots.changedAtHand(mentionsIn(['querystring.parse']));
    const whole = slots.changedAtHand();
    querystring.escape = escape;
    expect([keysOf(named), keysOf(whole)]).toEqual([[], ['core-module-mutated querystring.escape']]);
  });

  test('is looked at deeper where that code names what lies there', () => {
    const slots = begin(['os']);
    const errno = loose(os.constants.errno);
    const extra = (code: string): string[] => {
      errno['EXTRA'] = (errno['EXTRA'] as number | undefined) === 1 ? 2 : 1;
      slots.lookDeeper(mentionsIn([code]));
      return keysOf(slots.changedAtHand());
    };
    const found = [extra('os.cpus'), extra('os.constants.errno.EXTRA')];
    delete errno['EXTRA'];
    expect(found).toEqual([[], ['core-module-mutated os.constants.errno.EXTRA']]);
  });
});

describe('globals that the sandbox makes on first use', () => {
  test('are taken in before test code has them', () => {
    const nodeGlobalsKey = 'Headers';
    const sandbox = Object.defineProperty({}, nodeGlobalsKey, {
      configurable: true,
      get: () => globalThis[nodeGlobalsKey],
    }) as { Headers: typeof Headers };
    const slots = begin([], sandbox);
    loose(sandbox.Headers.prototype).extra = stub;
    const changes = slots.changedSinceLastLook();
    delete loose(Headers.prototype).extra;
    expect(keysOf(changes)).toEqual(['host-object-mutated Headers.prototype.extra']);
  });

  test("a getter that is not Jest's is left alone", () => {
    const get = () => URL;
    const sandbox = Object.defineProperty({}, 'URL', { configurable: true, get });
    begin([], sandbox);
    expect(Object.getOwnPropertyDescriptor(sandbox, 'URL')?.get).toBe(get);
  });
});

describe('a file before which not everything was looked at', () => {
  const made = new WeakSet<object>();
  const isMadeHere = (value: unknown): boolean => typeof value === 'function' && made.has(value);
  const uptime = os.uptime;

  afterEach(() => {
    os.uptime = uptime;
    delete loose(os).level;
    delete loose(Array.prototype).extra;
  });

  /** A file after one that was handed `os`. */
  function next(): HostSlots {
    const slots = begin(['os']);
    slots.endFile();
    slots.beginFile({}, isMadeHere);
    return slots;
  }

  const outcome = (slots: HostSlots): [own: string[], foreign: string[]] => [
    keysOf(slots.lookAtAll()),
    keysOf(slots.foreignChanges()),
  ];

  test('what was changed before it was handed it is not its own, what was changed then is', () => {
    const slots = next();
    loose(os).level = 'before';
    slots.handOut('os');
    os.uptime = () => 1;
    expect(slots.changedSinceLastLook().map(({ key }) => key)).toEqual(['os.uptime']);
    os.uptime = uptime;
    expect(outcome(slots)).toEqual([['core-module-mutated os.uptime'], ['core-module-mutated os.level']]);
    expect(outcome(slots)).toEqual([[], []]);
  });

  test('nor is it what it was never handed', () => {
    const slots = next();
    loose(os).level = 'elsewhere';
    loose(Array.prototype).extra = 1;
    expect(slots.changedSinceLastLook()).toEqual([]);
    expect(slots.lookAt(['os'])).toEqual([]);
    expect(slots.lookWhole(['os'], [])).toEqual([]);
    expect(outcome(slots)).toEqual([[], ['core-module-mutated os.level', 'host-object-mutated Array.prototype.extra']]);
  });

  test('but a value that its code made tells that it was', () => {
    const slots = next();
    os.uptime = () => 1;
    made.add(os.uptime);
    loose(os).level = 'elsewhere';
    expect(outcome(slots)).toEqual([['core-module-mutated os.uptime'], ['core-module-mutated os.level']]);
  });

  test('all that changes is its own from the moment on at which its code may reach everything', () => {
    const slots = next();
    loose(os).level = 'before';
    slots.settleAll();
    os.uptime = () => 1;
    expect(outcome(slots)).toEqual([['core-module-mutated os.uptime'], ['core-module-mutated os.level']]);
  });

  test('then the classes of the output streams are watched, too', () => {
    const slots = next();
    const { prototype } = net.Socket;
    slots.settleAll();
    loose(prototype).extra = 1;
    try {
      expect(outcome(slots)).toEqual([['core-module-mutated net.Socket.prototype.extra'], []]);
    } finally {
      delete loose(prototype).extra;
    }
  });

  test('and all that changed, where nobody could see what it was handed', () => {
    const slots = next();
    loose(os).level = 'own';
    slots.trustNothing();
    expect(outcome(slots)).toEqual([['core-module-mutated os.level'], []]);
  });

  test('what it replaces through Jest it has reached', () => {
    const slots = next();
    os.uptime = () => 1;
    slots.lookAlways(os);
    expect(slots.changedSinceLastLook().map(({ key }) => key)).toEqual(['os.uptime']);
  });

  test('a setting goes with its module', () => {
    const slots = begin(['dns']);
    slots.beginFile({}, isMadeHere);
    dns.setServers(['192.0.2.1']);
    try {
      slots.handOut('dns');
      dns.setServers(['192.0.2.2']);
      const changes = slots.lookAtAll();
      expect(changes.map(({ key, before }) => [key, before?.value])).toEqual([['dns.getServers()', ['192.0.2.1']]]);
      expect(keysOf(slots.foreignChanges())).toEqual(['core-module-mutated dns.getServers()']);
    } finally {
      dns.setServers(defaultServers);
    }
  });

  test('a global is looked at before it is used for the first time', () => {
    const nodeGlobalsKey = 'URL';
    const sandbox = {};
    const get = (): unknown => (nodeGlobalsKey ? URL : null);
    Object.defineProperty(sandbox, 'URL', { get, configurable: true });
    const slots = next();
    slots.beginFile(sandbox, isMadeHere);
    try {
      loose(URL).before = 1;
      void (sandbox as { URL: unknown }).URL;
      loose(URL).after = 1;
      expect(outcome(slots)).toEqual([['host-object-mutated URL.after'], ['host-object-mutated URL.before']]);
    } finally {
      delete loose(URL).before;
      delete loose(URL).after;
    }
  });
});

test('shared globals are not looked at again before any code has run', () => {
  const look = (isFresh: boolean): string[][] => {
    const slots = begin([], { URL });
    slots.isFresh &&= isFresh;
    loose(URL).extra = 1;
    const found = [keysOf(slots.lookAtShared()), keysOf(slots.lookAtShared())];
    delete loose(URL).extra;
    return found;
  };
  expect(look(true)).toEqual([[], ['host-object-mutated URL.extra']]);
  expect(look(false)).toEqual([['host-object-mutated URL.extra'], []]);
});

test('all copies of the package share one instance', () => {
  const first = HostSlots.forProcess();
  jest.isolateModules(() => {
    const copy = jest.requireActual<{ HostSlots: typeof HostSlots }>('./host-slots');
    expect(copy.HostSlots).not.toBe(HostSlots);
    expect(copy.HostSlots.forProcess()).toBe(first);
  });
});

describe('what is no change', () => {
  test("a polyfill of a host tool on the host's intrinsics", () => {
    const slots = begin();
    loose(Array.prototype).extra = stub;
    const changes = slots.lookAtAll();
    delete loose(Array.prototype).extra;
    expect(changes).toEqual([]);
  });

  test('Jest marks, agent bookkeeping, and lazy accessors that were read', () => {
    const slots = begin(['fs', 'http', 'buffer']);
    const mark = Symbol.for('$$jest-protect-from-deletion');
    const marked = mark in fs;
    Object.defineProperty(http.globalAgent, mark, { value: 1, configurable: true });
    loose(http.globalAgent).totalSocketCount = 3;
    loose(http.globalAgent)._private = {};
    void [buffer.Blob, buffer.File, buffer.resolveObjectURL];
    const changes = slots.lookAtAll();
    loose(http.globalAgent).totalSocketCount = 0;
    delete loose(http.globalAgent)._private;
    if (!marked) delete loose(http.globalAgent)[mark];
    expect(changes).toEqual([]);
  });

  test('a function in a private field of an agent is one', () => {
    const slots = begin(['http']);
    loose(http.globalAgent)._hook = stub;
    const changes = slots.changedSinceLastLook();
    delete loose(http.globalAgent)._hook;
    expect(keysOf(changes)).toEqual(['core-module-mutated http.globalAgent._hook']);
  });

  test('what Node patches while it loads domain is not reported, what the test did before is', () => {
    const slots = begin(['events']);
    loose(events).extra = 1;
    slots.handOut('domain');
    const changes = slots.lookAtAll();
    delete loose(events).extra;
    expect(keysOf(changes)).toEqual(['core-module-mutated events.extra']);
  });
});

describe('robustness', () => {
  test('a getter is never called', () => {
    const slots = begin(['querystring']);
    const original = Object.getOwnPropertyDescriptor(querystring, 'escape') as PropertyDescriptor;
    const getter = jest.fn(() => stub);
    Object.defineProperty(querystring, 'escape', { get: getter, configurable: true, enumerable: true });
    const changes = slots.changedSinceLastLook();
    Object.defineProperty(querystring, 'escape', { value: stub, configurable: true, enumerable: true, writable: true });
    changes.push(...slots.changedSinceLastLook(), ...slots.lookAtAll());
    Object.defineProperty(querystring, 'escape', original);
    expect(keysOf(changes)).toEqual([
      'core-module-mutated querystring.escape',
      'core-module-mutated querystring.escape',
    ]);
    expect(getter).not.toHaveBeenCalled();
  });

  test('revoked proxies and frozen objects as values do not throw', () => {
    const slots = begin(['querystring']);
    const { escape } = querystring;
    const { proxy, revoke } = Proxy.revocable(stub, {});
    revoke();
    querystring.escape = proxy;
    const [change] = slots.changedSinceLastLook();
    querystring.escape = Object.freeze(() => 'frozen');
    const changes = slots.lookAtAll();
    querystring.escape = escape;
    expect(change?.after?.value).toBe(proxy);
    expect(changes).toHaveLength(1);
  });

  test('modules whose loading prints a warning are left alone', () => {
    const warn = jest.spyOn(process, 'emitWarning');
    const slots = begin([
      'punycode',
      'sys',
      '_tls_common',
      'trace_events',
      'node:sqlite',
      'node:test',
      'wasi',
      'no-such',
    ]);
    expect(slots.changedSinceLastLook()).toEqual([]);
    expect(warn).not.toHaveBeenCalled();
    expect(slots.objects.map(({ name }) => name.text).filter((name) => /punycode|sys$|_tls|wasi/.test(name))).toEqual(
      [],
    );
  });

  test('restore says no for a setting that Node refuses', () => {
    const slots = begin(['events']);
    events.defaultMaxListeners += 1;
    const [change] = slots.changedSinceLastLook() as [SlotChange];
    expect(slots.isSetting(change)).toBe(true);
    expect(slots.restore({ ...change, before: { ...change.before, value: -1 } })).toBe(false);
    expect(slots.restore(change)).toBe(true);
  });

  test('the accessor of a setting, once it is replaced, is a property like any other', () => {
    const slots = begin(['http']);
    const accessor = Object.getOwnPropertyDescriptor(http, 'globalAgent') as PropertyDescriptor;
    Object.defineProperty(http, 'globalAgent', { value: stub, configurable: true, enumerable: true });
    const changes = slots.changedSinceLastLook();
    expect(changes.map((change) => [slots.isSetting(change), slots.restore(change)])).toEqual([[false, true]]);
    expect(Object.getOwnPropertyDescriptor(http, 'globalAgent')).toEqual(accessor);
  });

  test('restore says no for what cannot be put back', () => {
    const slots = begin(['querystring']);
    const after = Object.getOwnPropertyDescriptor(querystring, 'parse');
    const object = Object.freeze({ parse: 1 });
    expect(
      slots.restore({ kind: 'core-module-mutated', key: 'x', object, property: 'parse', before: after, after }),
    ).toBe(false);
  });
});
