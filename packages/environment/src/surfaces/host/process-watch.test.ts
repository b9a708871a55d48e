import { EventEmitter } from 'node:events';
import os from 'node:os';
import { runInNewContext } from 'node:vm';
import { ProcessWatch } from './process-watch';

interface FakeProcess extends Record<string, unknown> {
  directory: string;
  mask: number;
  reads: number;
}

function fake(): { host: FakeProcess; watch: ProcessWatch } {
  const host: FakeProcess = {
    directory: process.cwd(),
    mask: 0o22,
    reads: 0,
    exitCode: undefined,
    stdout: new EventEmitter(),
    stderr: new EventEmitter(),
    stdin: new EventEmitter(),
    cwd: () => host.directory,
    chdir: (to: string) => (host.directory = to),
    umask: (to?: number) => {
      host.reads += 1;
      if (to !== undefined) host.mask = to;
      return host.mask;
    },
  };
  return { host, watch: new ProcessWatch(host as unknown as NodeJS.Process) };
}

test('nothing changed, nothing said', () => {
  const { watch } = fake();
  expect(watch.changes(true)).toEqual([]);
});

test.each([
  ['process.cwd', 'directory', process.cwd(), os.tmpdir()],
  ['process.umask', 'mask', 0o22, 0o77],
  ['process.exitCode', 'exitCode', undefined, 3],
])('%s is said once, and can be put back', (key, field, before, after) => {
  const { host, watch } = fake();
  host[field] = after;
  const changes = watch.changes(true);
  expect(changes).toEqual([{ kind: 'process-state', key, before, after, added: [] }]);
  expect(watch.changes(true)).toEqual([]);
  expect(changes.map((change) => watch.restore(change))).toEqual([true]);
  expect(host[field]).toBe(before);
  expect(watch.changes(true)).toEqual([]);
});

test('the umask is read only when that is needed', () => {
  const { host, watch } = fake();
  const { reads } = host;
  host.mask = 0o77;
  expect(watch.changes()).toEqual([]);
  expect(host.reads).toBe(reads);
  watch.noteCall('process.umask');
  expect(watch.changes().map(({ key }) => key)).toEqual(['process.umask']);
});

test('a directory that the host remembers wrongly is asked of the system', () => {
  const { host, watch } = fake();
  host.directory = os.tmpdir();
  watch.changes();
  expect(watch.changes()).toEqual([]);
  watch.noteCall('process.cwd');
  expect(watch.changes().map(({ after }) => after)).toEqual([process.cwd()]);
});

test('a directory that is removed is no other directory', () => {
  const { host, watch } = fake();
  host.directory = os.tmpdir();
  const [change] = watch.changes();
  host.cwd = () => {
    throw new Error('ENOENT');
  };
  expect([watch.changes(), watch.changes(true)]).toEqual([[], []]);
  host.cwd = () => host.directory;
  expect(change && watch.restore(change)).toBe(true);
  expect(watch.changes(true)).toEqual([]);
});

test('listeners are said by stream and event, with the functions handed in', () => {
  const { host, watch } = fake();
  const stdout = host.stdout as EventEmitter;
  const [first, second] = [() => {}, () => {}];
  stdout.on('resize', first);
  const [added] = watch.changes();
  expect(added).toEqual({
    kind: 'process-state',
    key: 'process.stdout:resize',
    before: [],
    after: [first],
    added: [first],
  });
  stdout.once('resize', second);
  expect(watch.changes().map((change) => change.added)).toEqual([[second]]);
  stdout.on('resize', first);
  expect(watch.changes().map((change) => change.added)).toEqual([[first]]);
  stdout.removeAllListeners('resize');
  const [removed] = watch.changes();
  expect(removed?.added).toEqual([]);
  expect(removed && watch.restore(removed)).toBe(true);
  expect(stdout.listeners('resize')).toEqual([first, second, first]);
  expect(added && watch.restore(added)).toBe(true);
  expect(stdout.listenerCount('resize')).toBe(0);
});

test('a listener in place of another is said, beside others that stay', () => {
  const { host, watch } = fake();
  const stdout = host.stdout as EventEmitter;
  const [stays, first, second] = [() => {}, () => {}, () => {}];
  stdout.on('resize', stays).on('resize', first).on('drain', first);
  watch.changes();
  stdout.off('resize', first).on('resize', second);
  stdout.off('drain', first).on('drain', second);
  expect(watch.changes().map(({ key, added }) => [key, added])).toEqual([
    ['process.stdout:resize', [second]],
    ['process.stdout:drain', [second]],
  ]);
});

test('stdin is watched once it is used, and the guard of a Console is no listener', () => {
  const { host, watch } = fake();
  (host.stdin as EventEmitter).on('data', () => {});
  expect(watch.changes(true)).toEqual([]);
  watch.noteStream('stdin');
  (host.stdin as EventEmitter).on('end', () => {});
  watch.noteStream('stdin');
  (host.stderr as EventEmitter).once('error', function noop() {});
  expect(watch.changes().map(({ key }) => key)).toEqual(['process.stdin:end']);
});

test('a restore that the process refuses is false', () => {
  const { host, watch } = fake();
  host.chdir = () => {
    throw new Error('no such directory');
  };
  expect(watch.restore({ kind: 'process-state', key: 'process.cwd', before: '/gone', after: '/', added: [] })).toBe(
    false,
  );
});

test('a stream that waits for itself under a symbol is no listener of the tests, unlike a function of a sandbox', () => {
  const { host, watch } = fake();
  const event = Symbol('kConstruct');
  const stdin = host.stdin as EventEmitter;
  watch.noteStream('stdin');
  stdin.once(event, () => {});
  expect(watch.changes()).toEqual([]);
  stdin.once(event, runInNewContext('() => {}') as () => void);
  expect(watch.changes()).toHaveLength(1);
});

test('what is piped to the output, as a worker thread is, is no listener; a function of that name of a sandbox is one', () => {
  const { host, watch } = fake();
  const { stdout } = host as unknown as { stdout: EventEmitter };
  stdout.on('unpipe', function onunpipe() {});
  stdout.on('error', function onerror() {});
  stdout.once('close', function onclose() {});
  stdout.once('finish', function onfinish() {});
  expect(watch.changes()).toEqual([]);
  stdout.on('unpipe', runInNewContext('(function onunpipe() {})') as () => void);
  expect(watch.changes().map(({ key }) => key)).toEqual(['process.stdout:unpipe']);
});

test('listeners of a stream that refuses are not put back', () => {
  const { host, watch } = fake();
  const { stdout } = host as unknown as { stdout: EventEmitter };
  stdout.on('resize', () => {});
  const changes = watch.changes();
  Object.freeze(stdout);
  expect(changes.map(({ key }) => key)).toEqual(['process.stdout:resize']);
  expect(changes.map((change) => watch.restore(change))).toEqual([false]);
});
