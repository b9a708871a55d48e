import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BaselineError, EMPTY_BASELINE, formatBaseline, parseBaseline, readBaselineFile } from './index';
import { runs } from './testing/property-runs';
import { useTempDirectory } from './testing/temp-directory';

const directory = useTempDirectory();
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

function failureOf(path: string): string {
  try {
    readBaselineFile(path, 'leak-baseline.txt');
  } catch (error) {
    expect(error).toBeInstanceOf(BaselineError);
    return (error as BaselineError).message;
  }
  throw new Error('it was read');
}

test('a file is read with the hash of its bytes', () => {
  const path = join(directory(), 'known.txt');
  const text = '\uFEFFa.js process-state k\r\n';
  writeFileSync(path, text);
  expect(readBaselineFile(path)).toMatchObject({
    exists: true,
    hash: sha256(text),
    baseline: { entries: [{ owner: 'a.js', kind: 'process-state', key: 'k', line: 1 }] },
  });
});

test('a missing file is an empty baseline', () => {
  expect(readBaselineFile(join(directory(), 'none', 'known.txt'))).toEqual({
    exists: false,
    hash: sha256(''),
    baseline: EMPTY_BASELINE,
  });
});

test('a directory in its place is named', () => {
  mkdirSync(join(directory(), 'known.txt'));
  expect(failureOf(join(directory(), 'known.txt'))).toMatch(
    /^leak-baseline\.txt: it cannot be read: a directory is in its place\. Move the directory away/,
  );
});

test('a file where a directory should be is named', () => {
  writeFileSync(join(directory(), 'file'), '');
  expect(failureOf(join(directory(), 'file', 'known.txt'))).toMatch(/a part of its path is a file, not a directory/);
});

test.each([
  ['Latin-1', Buffer.from('a.js process-state k\nb\xe4.js process-state k\n', 'latin1'), 2],
  ['UTF-16 with its mark', Buffer.from('\uFEFFa.js process-state k\n', 'utf16le'), 1],
])('%s is refused with the line', (_name, bytes, line) => {
  const path = join(directory(), 'known.txt');
  writeFileSync(path, bytes);
  expect(failureOf(path)).toBe(
    `leak-baseline.txt:${line}: this line is not UTF-8. Save the file as UTF-8.\nThe file was left alone.`,
  );
});

test('what does not parse is refused under the name shown', () => {
  const path = join(directory(), 'known.txt');
  writeFileSync(path, 'a.js process-state\n');
  expect(failureOf(path)).toMatch(/^leak-baseline\.txt:1: 2 fields/);
});

test('any bytes are a baseline or one BaselineError, and the file is left alone', () => {
  const path = join(directory(), 'known.txt');
  const words = fc.constantFrom(
    'a.js process-state k x2\n',
    '\r\n',
    '\xef\xbb\xbf',
    '# c\n',
    '"a b" ',
    '<<<<<<< x\n',
    'x9',
  );
  const bytes = fc
    .array(
      fc.oneof(
        fc.uint8Array({ maxLength: 12 }),
        words.map((word) => Buffer.from(word, 'latin1')),
      ),
      { maxLength: 8 },
    )
    .map((parts) => Buffer.concat(parts));
  const seen = { read: 0, refused: 0 };
  fc.assert(
    fc.property(bytes, (content) => {
      writeFileSync(path, content);
      try {
        const { baseline } = readBaselineFile(path);
        expect(parseBaseline(formatBaseline(baseline), path).entries.length).toBe(baseline.entries.length);
        seen.read++;
      } catch (error) {
        expect(error).toBeInstanceOf(BaselineError);
        seen.refused++;
      }
      expect(readFileSync(path).equals(content)).toBe(true);
    }),
    runs(500),
  );
  expect(Math.min(seen.read, seen.refused)).toBeGreaterThan(0);
});
