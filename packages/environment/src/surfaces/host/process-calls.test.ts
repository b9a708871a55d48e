import { watchProcessCalls } from './process-calls';
import { ProcessWatch } from './process-watch';

function fake() {
  const state = { directory: '/', mask: 0o22, exitCode: undefined as unknown };
  const sandbox = {
    chdir(directory: string) {
      if (directory === 'missing') throw new TypeError('ENOENT');
      state.directory = directory;
    },
    umask: (mask?: number) => (mask === undefined ? state.mask : (state.mask = mask)),
    get exitCode() {
      return state.exitCode;
    },
    set exitCode(code: unknown) {
      state.exitCode = code;
    },
  };
  const calls: { key: string; frame: string | undefined }[] = [];
  const onCall = (key: string, caller: Function) => {
    const holder: { stack?: string } = {};
    Error.captureStackTrace(holder, caller);
    calls.push({ key, frame: holder.stack?.split('\n')[1] });
  };
  const watch = new ProcessWatch(process);
  const install = () => watchProcessCalls(sandbox, onCall, watch);
  const original = { ...Object.getOwnPropertyDescriptors(sandbox) };
  install();
  return { sandbox, state, calls, install, original };
}

test('calls do what they did, and the first frame is the caller', () => {
  const { sandbox, state, calls } = fake();
  sandbox.chdir('/x');
  sandbox.umask(0o77);
  sandbox.exitCode = 3;
  expect(state).toEqual({ directory: '/x', mask: 0o77, exitCode: 3 });
  expect(sandbox.exitCode).toBe(3);
  expect(calls.map(({ key }) => key)).toEqual(['process.cwd', 'process.umask', 'process.exitCode']);
  for (const { frame } of calls) expect(frame).toContain('process-calls.test');
});

test('reading and failing are not told', () => {
  const { sandbox, calls } = fake();
  expect(sandbox.umask()).toBe(0o22);
  expect(() => sandbox.chdir('missing')).toThrow(new TypeError('ENOENT'));
  expect(calls).toEqual([]);
});

test('the wrapped functions look like the originals', () => {
  const { sandbox, original } = fake();
  expect([sandbox.chdir.name, sandbox.chdir.length]).toEqual(['chdir', 1]);
  const { value, ...rest } = Object.getOwnPropertyDescriptor(sandbox, 'chdir') ?? {};
  expect(rest).toEqual({ writable: true, enumerable: true, configurable: true });
  expect(value).not.toBe(original.chdir.value);
});

test('installed again after somebody wrapped it, a call is told once, from outside the wrapper', () => {
  const { sandbox, calls, install } = fake();
  const inner = sandbox.chdir;
  sandbox.chdir = function polyfill(directory) {
    inner(directory);
  };
  install();
  const { chdir } = sandbox;
  install();
  expect(sandbox.chdir).toBe(chdir);
  sandbox.chdir('/y');
  expect(calls).toHaveLength(1);
  expect(calls[0]?.frame).not.toContain('polyfill');
});

test('a frozen process is left alone', () => {
  expect(() => watchProcessCalls(Object.freeze({ chdir() {} }), () => {}, new ProcessWatch(process))).not.toThrow();
});
