import * as vm from 'node:vm';
import { captureFrames, captureToJest, isCalledByJest, MOST_FRAMES, pathOfScript } from './capture-frames';

function here() {
  return captureFrames(here);
}

// Positions are compared with each other, never with those of this source: the frames are not source-mapped.
const twice = () => [here(), here()] as const;

describe('captureFrames', () => {
  test('gives the frames below the function, innermost first, as plain data', () => {
    const [first, second] = twice();
    expect(first[0]).toEqual({ file: __filename, line: expect.any(Number), column: expect.any(Number) });
    expect(Object.keys(first[0]!)).toEqual(['file', 'line', 'column']);
    expect(first[0]!.line).toBe(second[0]!.line);
    expect(first[0]!.column).toBeLessThan(second[0]!.column);
    expect(first[1]).toEqual(second[1]);
  });

  test('at most as many as asked for, and none when the function is not on the stack', () => {
    const limited = () => captureFrames(limited, 2);
    expect(limited()).toHaveLength(2);
    expect(captureFrames(function absent() {})).toEqual([]);
  });

  test('leaves out frames without a file', () => {
    const inEval = new Function('capture', 'return capture()') as (capture: typeof here) => ReturnType<typeof here>;
    const [first] = [1].map(() => inEval(here));
    expect(first!.every(({ file }) => file.length > 0 && !file.includes('anonymous'))).toBe(true);
    expect(first![0]!.file).toBe(__filename);
  });

  test('frames of another context keep their file, and its Error has no say', () => {
    const context = vm.createContext({ here });
    const script = `Error.stackTraceLimit = 0;
      Error.prepareStackTrace = () => { throw new Error('asked'); };
      function act() { return here(); }
      act();`;
    const frames = vm.runInContext(script, context, { filename: '/sandbox/a.js' }) as ReturnType<typeof here>;
    expect(frames.slice(0, 2)).toEqual([
      { file: '/sandbox/a.js', line: 3, column: 31 },
      { file: '/sandbox/a.js', line: 4, column: 7 },
    ]);
  });
});

describe('captureToJest', () => {
  const toJest = (): ReturnType<typeof captureToJest> => captureToJest(toJest, MOST_FRAMES);
  const deep = (depth: number): ReturnType<typeof captureToJest> => (depth === 0 ? toJest() : deep(depth - 1));

  test.each([0, 1, 5, 20])(
    'reaches the frame of jest-circus through %d helpers, and not the end of the stack',
    (depth) => {
      const frames = deep(depth);
      expect(isCalledByJest(frames)).toBe(true);
      expect(frames.filter(({ file }) => file === __filename).length).toBeGreaterThan(depth);
      expect(frames.length).toBeLessThan(3 * (depth + 3));
    },
  );

  test('has all frames where Jest did not call', async () => {
    await new Promise((resolve) => setImmediate(resolve));
    const { frames, all } = await new Promise<Record<'frames' | 'all', ReturnType<typeof here>>>((resolve) => {
      setImmediate(function later() {
        resolve({ frames: deep(6), all: captureFrames(later, MOST_FRAMES) });
      });
    });
    expect(isCalledByJest(frames)).toBe(false);
    expect(frames.filter(({ file }) => file === __filename)).toHaveLength(8);
    expect(frames.slice(8)).toEqual(all);
  });

  test('has at most as many as asked for', () => {
    const frames = (depth: number): unknown[] => (depth === 0 ? captureToJest(frames, 5) : frames(depth - 1));
    expect(frames(10)).toHaveLength(5);
  });
});

describe('what others set on Error', () => {
  const keys = ['prepareStackTrace', 'stackTraceLimit'] as const;
  const before = keys.map((key) => [key, Object.getOwnPropertyDescriptor(Error, key)] as const);

  afterEach(() => {
    for (const [key, descriptor] of before) {
      delete Error[key];
      if (descriptor) Object.defineProperty(Error, key, descriptor);
    }
  });

  const prepare = (error: Error) => `formatted ${error.message}`;

  test.each<[string, PropertyDescriptor | undefined, PropertyDescriptor | undefined]>([
    ['absent', undefined, undefined],
    ['values', { value: prepare, writable: true, enumerable: true, configurable: true }, { value: 3, writable: true }],
    ['hidden and read-only', { value: prepare, configurable: true }, { value: 0, configurable: true }],
    ['accessors', { get: () => prepare, set: undefined, configurable: true }, { get: () => 5, configurable: true }],
  ])('%s: is put back exactly, and raw frames come out', (_name, prepareStackTrace, stackTraceLimit) => {
    for (const [key, wanted] of Object.entries({ prepareStackTrace, stackTraceLimit })) {
      delete Error[key as (typeof keys)[number]];
      if (wanted) Object.defineProperty(Error, key, { configurable: true, ...wanted });
    }
    const set = keys.map((key) => Object.getOwnPropertyDescriptor(Error, key));
    const frames = here();
    expect(keys.map((key) => Object.getOwnPropertyDescriptor(Error, key))).toEqual(set);
    expect(frames[0]!.file).toBe(__filename);
    expect(frames.length).toBeGreaterThan(3);
  });

  test('a bound formatter, as Jest has it since 30.5', () => {
    const formatter = { format: () => 'formatted' };
    Error.prepareStackTrace = formatter.format.bind(formatter);
    const set = Error.prepareStackTrace;
    expect(here()[0]!.file).toBe(__filename);
    expect(Error.prepareStackTrace).toBe(set);
    expect(new Error('x').stack).toBe('formatted');
  });
});

describe('patched globals', () => {
  const { defineProperty } = Object;

  /** Replaces everything listed, runs `act`, and puts everything back before anything else can trip over it. */
  function underPatches<T>(patches: (readonly [object, PropertyKey, PropertyDescriptor])[], act: () => T): T {
    const before = patches.map(([object, key]) => Object.getOwnPropertyDescriptor(object, key));
    try {
      for (let i = 0; i < patches.length; i++) {
        const descriptor = patches[i]![2];
        descriptor.configurable = true;
        defineProperty(patches[i]![0], patches[i]![1], descriptor);
      }
      return act();
    } finally {
      for (let i = patches.length - 1; i >= 0; i--) {
        delete (patches[i]![0] as Record<PropertyKey, unknown>)[patches[i]![1]];
        if (before[i]) defineProperty(patches[i]![0], patches[i]![1], before[i]!);
      }
    }
  }

  test('neither break a capture nor see it', () => {
    let seen = '';
    const trap = (key: PropertyKey) =>
      function () {
        seen += `${key.toString()} `;
        throw new Error('reached');
      };
    const methods: [object, PropertyKey[]][] = [
      [Error, ['captureStackTrace']],
      [Reflect, ['apply', 'defineProperty', 'getOwnPropertyDescriptor', 'deleteProperty']],
      [Object, ['defineProperty', 'getOwnPropertyDescriptor', 'getPrototypeOf']],
      [Array, ['isArray']],
      [Array.prototype, ['map', 'filter', 'push', 'slice', Symbol.iterator]],
      [Map.prototype, ['get', 'set']],
      [String.prototype, ['startsWith']],
      [Function.prototype, ['call', 'apply']],
    ];
    const inherited = [
      [Object.prototype, 'stack', { set: trap('stack') }],
      [Object.prototype, 'get', { value: trap('get') }],
      [Array.prototype, '0', { set: trap('0') }],
    ] as const;
    const patches = [
      ...methods.flatMap(([object, keys]) =>
        keys.map((key) => [object, key, { value: trap(key), writable: true }] as const),
      ),
      ...inherited,
    ];
    const expected = here();
    const frames = underPatches(patches, () => here());
    expect(seen).toBe('');
    expect(frames[0]!.file).toBe(__filename);
    expect(frames).toHaveLength(expected.length);
  });

  test('call sites cannot be patched at all', () => {
    const before = Error.prepareStackTrace;
    Error.prepareStackTrace = (_error, sites) => sites;
    const [site] = new Error('x').stack as unknown as object[];
    Error.prepareStackTrace = before;
    for (const key of ['getFileName', 'getLineNumber', 'getColumnNumber']) {
      const { writable, configurable } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(site), key)!;
      expect({ key, writable, configurable }).toEqual({ key, writable: false, configurable: false });
    }
  });
});

describe('pathOfScript', () => {
  test.each([
    ['/a/b.js', '/a/b.js'],
    ['file:///a/b%20c.mjs?x=1', '/a/b c.mjs'],
    ['fixtures/a.js', 'fixtures/a.js'],
    ['C:\\a\\b.js', 'C:\\a\\b.js'],
    ['node:fs', 'node:fs'],
    ['file://%', null],
  ])('%s -> %s', (name, path) => {
    expect(pathOfScript(name)).toBe(path);
  });
});
