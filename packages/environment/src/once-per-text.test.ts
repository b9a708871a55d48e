import { OncePerText } from './once-per-text';

test('a text is read once for each file, and again when its length changes', () => {
  const read: string[] = [];
  const words = new OncePerText((text) => {
    read.push(text);
    return text.toUpperCase();
  });
  expect(words.last('/a')).toBeNull();
  expect([words.in('/a', 'x'), words.in('/a', 'x'), words.in('/b', 'x'), words.in('/a', 'xy')]).toEqual([
    'X',
    'X',
    'X',
    'XY',
  ]);
  expect(read).toEqual(['x', 'x', 'xy']);
  expect([words.last('/a'), words.last('/b')]).toEqual(['XY', 'X']);
});
