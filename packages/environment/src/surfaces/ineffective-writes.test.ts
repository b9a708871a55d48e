import type { SiteMapper } from '../site/source-maps';
import { IneffectiveWrites } from './ineffective-writes';

const framesAt = (line: number) => ({ site: { file: '/p/a.test.js', line, column: 3 }, via: null, owner: null });
const relative = (file: string): string => file.slice('/p/'.length);

function setUp() {
  const writes = new IneffectiveWrites();
  const mapper = jest.fn(() => ({ map: (frame: { line: number }) => ({ ...frame, line: frame.line * 10 }) }));
  const advice = () => writes.advice(mapper as unknown as () => SiteMapper, relative);
  return { writes, mapper, advice };
}

test('one piece of advice for each place and module, with the source line and what to write', () => {
  const { writes, advice } = setUp();
  writes.note('/p/a.test.js', '/p/src/x.js', framesAt(1));
  writes.note('/p/a.test.js', '/p/src/x.js', framesAt(1));
  writes.note('/p/a.test.js', '/p/src/x.js', framesAt(2));
  writes.note('/p/a.test.js', '/p/src/y.js', { site: null, via: null, owner: null });
  expect(advice().map(({ key, site }) => [key, site?.line ?? null])).toEqual([
    ['src/x.js', 10],
    ['src/x.js', 20],
    ['src/y.js', null],
  ]);
  expect(advice()[0]).toMatchObject({ kind: 'require-cache-ineffective', owner: 'a.test.js' });
  expect(advice()[0]?.instead).toContain('jest.isolateModules');
});

test('a loop over the whole cache does not fill the record', () => {
  const { writes, advice } = setUp();
  for (let line = 1; line <= 1_000; line += 1) writes.note('/p/a.test.js', '/p/src/x.js', framesAt(line));
  expect(advice()).toHaveLength(50);
});

test('without a write nothing is read for it', () => {
  const { mapper, advice } = setUp();
  expect(advice()).toEqual([]);
  expect(mapper).not.toHaveBeenCalled();
});
