import { HostRequireCache } from './require-cache';

class HostModule {
  exports = {};
}

function fake(handedOut: boolean) {
  const loader = {
    _cache: Object.assign(Object.create(null), {
      '/a.js': new HostModule(),
      '/c.js': new HostModule(),
    }) as Record<string, unknown>,
    _extensions: { '.js': () => {} } as Record<string, unknown>,
    globalPaths: ['/lib'],
    prototype: HostModule.prototype,
  };
  const cache = new HostRequireCache(loader);
  cache.beginFile();
  if (handedOut) cache.handOut();
  cache.watchClosely();
  return { loader, cache };
}

test("entries of the host's own loader are no change", () => {
  const { loader, cache } = fake(true);
  loader._cache['/b.js'] = new HostModule();
  loader._cache['/a.js'] = new HostModule();
  expect(cache.changes()).toEqual([]);
});

test('a planted, a replaced and a removed entry are one change with three modules, and can be put back', () => {
  const { loader, cache } = fake(true);
  const before = { ...loader._cache };
  loader._cache['/planted.js'] = { exports: {} };
  loader._cache['/a.js'] = { exports: {} };
  delete loader._cache['/c.js'];
  const [change, ...more] = cache.changes();
  expect(more).toEqual([]);
  expect(change?.key).toBe('Module._cache');
  expect(change?.modules).toEqual([
    { path: '/a.js', effect: 'replaced' },
    { path: '/planted.js', effect: 'added' },
    { path: '/c.js', effect: 'removed' },
  ]);
  expect(change && cache.restore(change)).toBe(true);
  expect({ ...loader._cache }).toEqual(before);
  expect(cache.changes(true)).toEqual([]);
});

test('an entry that came as another went is found between two tests', () => {
  const { loader, cache } = fake(true);
  delete loader._cache['/a.js'];
  loader._cache['/planted.js'] = { exports: {} };
  expect(cache.changes().flatMap(({ modules }) => modules)).toEqual([
    { path: '/planted.js', effect: 'added' },
    { path: '/a.js', effect: 'removed' },
  ]);
});

test('what the host loaded meanwhile may be taken out again; what was there before may not', () => {
  const { loader, cache } = fake(true);
  loader._cache['/late.js'] = new HostModule();
  cache.changes();
  delete loader._cache['/late.js'];
  expect(cache.changes(true)).toEqual([]);
  loader._cache['/late.js'] = new HostModule();
  cache.changes();
  cache.beginFile();
  cache.handOut();
  delete loader._cache['/late.js'];
  expect(cache.changes(true).flatMap(({ modules }) => modules)).toEqual([{ path: '/late.js', effect: 'removed' }]);
});

test('an instance of a subclass, such as the sandbox has, is planted', () => {
  const { loader, cache } = fake(true);
  loader._cache['/b.js'] = new (class extends HostModule {})();
  expect(cache.changes().flatMap(({ modules }) => modules)).toEqual([{ path: '/b.js', effect: 'added' }]);
});

test('without `module` in its hands a file removed nothing and set no loader hook', () => {
  const { loader, cache } = fake(false);
  delete loader._cache['/a.js'];
  loader._extensions['.js'] = () => {};
  expect(cache.changes()).toEqual([]);
  expect(cache.changes(true)).toEqual([]);
});

test('what host tools do is not of a file without `module` in its hands, though an earlier one had it', () => {
  const { loader, cache } = fake(true);
  cache.beginFile();
  delete loader._cache['/a.js'];
  loader._extensions['.js'] = () => {};
  expect(cache.changes(true)).toEqual([]);
  loader._extensions['.js'] = Object.setPrototypeOf(() => {}, null) as () => void;
  expect(cache.changes(true).map(({ key }) => key)).toEqual(['Module._extensions[.js]']);
});

test('extensions and global paths have keys of their own', () => {
  const { loader, cache } = fake(true);
  loader._extensions['.x'] = () => {};
  loader.globalPaths.push('/more');
  const changes = cache.changes();
  expect(changes.map(({ key }) => key)).toEqual(['Module._extensions[.x]', 'Module.globalPaths']);
  expect(changes.map((change) => cache.restore(change))).toEqual([true, true]);
  expect(cache.changes(true)).toEqual([]);
  expect(loader.globalPaths).toEqual(['/lib']);
  expect(Object.keys(loader._extensions)).toEqual(['.js']);
});

test('accessors that Jest put in place of entries are neither called nor reported', () => {
  const { loader, cache } = fake(true);
  const getter = jest.fn();
  Object.defineProperty(loader._cache, '/a.js', { get: getter, configurable: true });
  expect(cache.changes(true)).toEqual([]);
  expect(getter).not.toHaveBeenCalled();
});

test('a file of which no code names it is looked at as a whole only', () => {
  const { loader, cache } = fake(false);
  cache.beginFile();
  cache.handOut();
  loader._cache['/planted.js'] = { exports: 1 };
  expect(cache.changes()).toEqual([]);
  cache.watchClosely();
  expect(cache.changes()).toHaveLength(1);
  cache.beginFile();
  cache.handOut();
  delete loader._cache['/planted.js'];
  expect(cache.changes()).toEqual([]);
  expect(cache.changes(true)).toHaveLength(1);
});

test('an entry that refuses is not put back', () => {
  const { loader, cache } = fake(true);
  loader._cache['/planted.js'] = { exports: {} };
  const changes = cache.changes();
  Object.freeze(loader._cache);
  expect(changes.map((change) => cache.restore(change))).toEqual([false]);
});

test('entries are compared one by one only at the end of a file', () => {
  const { loader, cache } = fake(true);
  Object.assign(loader._cache, { [Symbol('mark')]: 1 });
  loader._cache['/a.js'] = { exports: {} };
  expect(cache.changes()).toEqual([]);
  cache.handOut();
  expect(cache.changes()).toEqual([]);
  expect(cache.changes(true).flatMap(({ modules }) => modules)).toEqual([{ path: '/a.js', effect: 'replaced' }]);
});
