import Module from 'node:module';
import { loadLater, loadNow } from './load-later';

test('a part is loaded when it is first asked for, and once', () => {
  let loads = 0;
  const part = loadLater(() => (loads += 1));
  expect(loads).toBe(0);
  expect([part(), part()]).toEqual([1, 1]);
});

test('a load that failed is tried again', () => {
  let loads = 0;
  const part = loadLater(() => {
    loads += 1;
    if (loads === 1) throw new Error('not now');
    return loads;
  });
  expect(part).toThrow('not now');
  expect(part()).toBe(2);
});

test('loadNow also loads what is put off meanwhile', () => {
  const loaded: string[] = [];
  loadLater(() => {
    loadLater(() => loaded.push('inner'));
    return loaded.push('outer');
  });
  loadNow();
  expect(loaded).toEqual(['outer', 'inner']);
  loadNow();
  expect(loaded).toHaveLength(2);
});

test('a loader that a test replaced loads nothing of ours, and is back afterwards', () => {
  const { _extensions: extensions } = Module as unknown as { _extensions: Record<string, unknown> };
  const before = extensions['.js'];
  const stub = () => {};
  const part = loadLater(() => extensions['.js']);
  extensions['.js'] = stub;
  try {
    expect(part()).toBe(before);
    expect(extensions['.js']).toBe(stub);
  } finally {
    extensions['.js'] = before;
  }
});
