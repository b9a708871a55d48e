import { stackOf } from './stack-of';

test.each<[string, { stack?: string } | null, string | null]>([
  ['a stack', { stack: 'at a.test.js:1:1' }, 'at a.test.js:1:1'],
  ['no declaration', null, null],
  ['none', {}, null],
  ['no text', { stack: [] as never }, null],
])('%s', (_, declaration, stack) => {
  expect(stackOf(declaration)).toBe(stack);
});

test('one that cannot be formatted', () => {
  const declaration = {
    get stack(): string {
      throw new Error('path.dirname is broken');
    },
  };
  expect(stackOf(declaration)).toBeNull();
});
