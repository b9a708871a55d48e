import { FakeShape } from '../testing/fake-shape';
import { mockOutcome, UNRESOLVABLE } from './mock-outcome';

const factory = (): object => ({});

function outcomeOf(request: string, arrange: (shape: FakeShape) => void, mode: 'cjs' | 'esm' = 'cjs'): string {
  const shape = new FakeShape();
  arrange(shape);
  return mockOutcome(shape.asShape(), mode, '/p/a.test.js', request, shape.moduleId(mode, '', request));
}

test.each<[title: string, outcome: string | RegExp, request: string, arrange: (shape: FakeShape) => void]>([
  ['nothing registered', 'real', './x', () => {}],
  ['mocked without a factory', 'mock', './x', ({ jest }) => jest.doMock('./x')],
  ['mocked with a factory', /^factory \d+$/, './x', ({ jest }) => jest.doMock('./x', factory)],
  ['unmocked', 'real', './x', ({ jest }) => jest.dontMock('./x')],
  ['automock', 'mock', './x', (shape) => void (shape.automock = true)],
  [
    'unmocked under automock',
    'real',
    './x',
    (shape) => {
      shape.automock = true;
      shape.jest.dontMock('./x');
    },
  ],
  ['automock spares a core module', 'real', 'fs', (shape) => void (shape.automock = true)],
  [
    'a root manual mock, on a plain require',
    'manual /p/m.js',
    'pkg',
    ({ manual }) => void manual.set('pkg', '/p/m.js'),
  ],
  [
    'a root manual mock, explicitly unmocked',
    'real',
    'pkg',
    ({ manual, jest }) => {
      manual.set('pkg', '/p/m.js');
      jest.dontMock('pkg');
    },
  ],
  [
    'a root manual mock, explicitly mocked',
    'manual /p/m.js',
    'pkg',
    ({ manual, jest }) => {
      manual.set('pkg', '/p/m.js');
      jest.doMock('pkg');
    },
  ],
  [
    'a root manual mock of a core module is not used unasked',
    'real',
    'fs',
    ({ manual }) => void manual.set('fs', '/m'),
  ],
  ['what does not resolve', UNRESOLVABLE, './none', ({ unresolvable }) => void unresolvable.add('./none')],
])('%s yields %s', (_title, outcome, request, arrange) => {
  const yielded = outcomeOf(request, arrange);
  if (typeof outcome === 'string') expect(yielded).toBe(outcome);
  else expect(yielded).toMatch(outcome);
});

test('ES modules know neither automock nor manual mocks', () => {
  const arrange = (shape: FakeShape): void => {
    shape.automock = true;
    shape.manual.set('./x', '/p/m.js');
  };
  expect(outcomeOf('./x', arrange, 'esm')).toBe('real');
  expect(outcomeOf('./x', ({ jest }) => jest.mockModule('./x', factory), 'esm')).toMatch(/^factory \d+$/);
  const explicitly = (shape: FakeShape): void => {
    shape.manual.set('./x', '/p/m.js');
    shape
      .asShape()
      .explicit('esm')
      .set(shape.moduleId('esm', '', './x'), true);
  };
  expect(outcomeOf('./x', explicitly, 'esm')).toBe('mock');
});

test('the outcome is the same for the same factory only', () => {
  const withFactory = (made: unknown): string => outcomeOf('./x', ({ jest }) => jest.doMock('./x', made));
  expect(withFactory(factory)).toBe(withFactory(factory));
  expect(withFactory(() => ({}))).not.toBe(withFactory(factory));
});

test('what is given in place of a factory stands for itself', () => {
  const arrange = (shape: FakeShape): void => {
    shape.jest.doMock('./x', factory);
    shape
      .asShape()
      .factories('cjs')
      .set(shape.moduleId('cjs', '', './x'), 'text');
  };
  expect(outcomeOf('./x', arrange)).toBe('factory text');
});
