import { MadeNotes } from './spies';

const frames = [{ file: '/r/a.test.ts', line: 2, column: 3 }];

test('a value has the note of its making, which stays', () => {
  const notes = new MadeNotes();
  const made = () => 1;
  notes.note(made, frames);
  notes.note(made, []);
  expect(notes.of(made)).toBe(frames);
});

test.each([null, undefined, 'text', 1, {}, () => 1])('%p has none', (value) => {
  expect(new MadeNotes().of(value)).toBeUndefined();
});
