import { mentionsIn } from './mentions';

test('every word of the texts, and what they assign to after a dot', () => {
  const { words, assigned } = mentionsIn([
    "const a = 1; fs.readFile = b; jest.spyOn(os, 'cpus');",
    'x.y == 2; fs.$new=3;',
  ]);
  expect([...words]).toEqual(
    expect.arrayContaining(['a', 'fs', 'readFile', 'b', 'jest', 'spyOn', 'os', 'cpus', 'x', 'y', '$new']),
  );
  expect(assigned).toEqual(['readFile', '$new']);
});

test('no text mentions nothing', () => {
  expect(mentionsIn([])).toEqual({ words: new Set(), assigned: [] });
});
