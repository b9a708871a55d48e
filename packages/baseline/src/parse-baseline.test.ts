import fc from 'fast-check';
import { runs } from './testing/property-runs';
import { BaselineError, HEADER, formatBaseline, parseBaseline } from './index';
import { baselines } from './testing/arbitraries';

const parse = (text: string) => parseBaseline(text, 'leak-baseline.txt');

function problemsOf(text: string): string {
  try {
    parse(text);
  } catch (error) {
    expect(error).toBeInstanceOf(BaselineError);
    return (error as BaselineError).message;
  }
  throw new Error('it was read');
}

test('a line or a field may be as long as it likes, and the words about a wrong one stay short', () => {
  const long = 'x'.repeat(3_000_000);
  for (const field of [long, JSON.stringify(`${long} `), `"${String.raw`\n`.repeat(1_000_000)}"`]) {
    expect(parse(`a.js mock-registered ${field}  # ${long}`).entries).toHaveLength(1);
  }
  for (const wrong of [
    `a.js mock-registered "${long}`,
    `a ${long} k`,
    `a mock-registered k x${long}`,
    `a#${long} b c`,
  ]) {
    expect(problemsOf(wrong).length).toBeLessThan(600);
  }
  expect(problemsOf('wrong\n'.repeat(10_000)).split('\n')).toHaveLength(22);
});

test('the file of the documentation is read, and written back byte for byte', () => {
  const text = `${HEADER}
src/cart.test.ts mock-registered src/config.ts x2  # PROJ-12 until the config rewrite
test/setup.ts core-module-mutated fs.readFileSync
`;
  expect(parse(text)).toEqual({
    preamble: [],
    entries: [
      {
        owner: 'src/cart.test.ts',
        kind: 'mock-registered',
        key: 'src/config.ts',
        sites: 2,
        comment: 'PROJ-12 until the config rewrite',
        above: [],
        line: 2,
      },
      {
        owner: 'test/setup.ts',
        kind: 'core-module-mutated',
        key: 'fs.readFileSync',
        sites: 1,
        comment: null,
        above: [],
        line: 3,
      },
    ],
    tail: [],
  });
  expect(formatBaseline(parse(text))).toBe(text);
});

describe('is tolerant of', () => {
  const plain = `${HEADER}\na.js process-state process.cwd x2  # why\nb.js process-state process.cwd\n`;

  test.each([
    ['CRLF', plain.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${plain}`],
    ['a missing last line feed', plain.trimEnd()],
    ['a missing header', plain.replace(`${HEADER}\n`, '')],
    ['two headers', HEADER + '\n' + plain],
    ['empty lines', plain.replaceAll('\n', '\n\n  \n')],
    ['another order', `${HEADER}\nb.js process-state process.cwd\na.js process-state process.cwd x2  # why\n`],
    ['tabs and many spaces', plain.replaceAll(' process', '\t   process')],
    ['x1', plain.replace(/cwd\n/, 'cwd x1\n')],
    ['quotes that are not needed', plain.replace('b.js', '"b.js"')],
    ['a comment close to the line', plain.replace('  # why', ' #why')],
  ])('%s', (_name, text) => {
    expect(text).not.toBe(plain);
    expect(formatBaseline(parse(text))).toBe(plain);
  });
});

test('fields with white space, # and " are JSON strings', () => {
  const { entries } = parse('"my file.js" export-mutated "src/x.js#say \\"hi\\"" x3 # a "quoted" comment');
  expect(entries).toMatchObject([
    { owner: 'my file.js', key: 'src/x.js#say "hi"', sites: 3, comment: 'a "quoted" comment' },
  ]);
});

describe('comment lines', () => {
  test('stay with the entry that follows, also when it is sorted', () => {
    const text = `# about b\nb.js process-state k\n# about a\n# more\na.js process-state k\n# the end\n`;
    expect(formatBaseline(parse(text))).toBe(
      `${HEADER}\n# about a\n# more\na.js process-state k\n# about b\nb.js process-state k\n# the end\n`,
    );
  });

  test('at the top stay there when an empty line parts them from the entries', () => {
    const text = `${HEADER}\n# Ask the core team.\n\n# about a\na.js process-state k\n`;
    expect(parse(text)).toMatchObject({ preamble: ['# Ask the core team.'], entries: [{ above: ['# about a'] }] });
    expect(formatBaseline(parse(text))).toBe(text);
  });
});

describe('repeated lines, as git union merges leave them', () => {
  test('are one, with the higher count and both comments', () => {
    const text = '# one\na.js process-state k x2 # A\n# two\na.js process-state k x3 # B\na.js process-state k # A\n';
    expect(formatBaseline(parse(text))).toBe(`${HEADER}\n# one\n# two\na.js process-state k x3  # A; B\n`);
    expect(parse(text).entries[0]!.line).toBe(2);
  });

  test('say the same comment once, also after it was joined', () => {
    const text = 'a.js process-state k # A; B\na.js process-state k # B\na.js process-state k\n';
    expect(parse(text).entries[0]!.comment).toBe('A; B');
  });
});

describe('is refused, with line, cause and remedy:', () => {
  test.each([
    [
      'an unknown kind',
      'a.js mock-registred k',
      /:1: unknown kind "mock-registred"\. Did you mean "mock-registered"\?/,
    ],
    ['a kind like nothing', 'a.js whatever-is k', /:1: unknown kind "whatever-is"\. The kinds are module-purged,/],
    ['too few fields', 'a.js process-state', /:1: 2 fields where an entry has three: <owner> <kind> <key> \[xN\]/],
    ['one field', '\n\nx', /:3: 1 field where/],
    ['too many fields', 'a.js process-state k x2 x3', /:1: 5 fields where .*JSON string/],
    ['an owner with a space', 'my file.js process-state k', /:1: "file\.js" is no kind\. .* write "my file\.js"/],
    ['a key with a space', 'a.js process-state my key', /:1: bad count "key"\. .*JSON string/],
    ['x0', 'a.js process-state k x0', /:1: the count "x0" allows no site\. Delete the line/],
    ['a bare number', 'a.js process-state k 2', /:1: bad count "2"/],
    ['a fraction', 'a.js process-state k x1.5', /:1: bad count "x1\.5"/],
    ['a negative count', 'a.js process-state k x-1', /:1: bad count "x-1"/],
    ['a count with a zero before it', 'a.js process-state k x02', /:1: bad count "x02"/],
    ['a count past all numbers', `a.js process-state k x${'9'.repeat(30)}`, /:1: bad count/],
    ['# inside a field', 'a.js export-mutated src/x.js#name', /:1: a field with # .*: "src\/x\.js#name"\./],
    ['an open quote', '"a.js process-state k', /:1: a quoted field has no closing "/],
    ['a wrong escape', '"a\\q" process-state k', /:1: "a\\q" is no JSON string/],
    ['no space after a quote', '"a"b process-state k', /:1: there is no space after a quoted field in "a"b/],
    ['an empty field', '"" process-state k', /:1: an empty owner or key/],
    ['NUL', 'a\0.js process-state k', /:1: a NUL character\. .*UTF-16/],
  ])('%s', (_name, text, words) => {
    expect(problemsOf(text)).toMatch(words);
    expect(problemsOf(text)).toMatch(/^leak-baseline\.txt:\d+: .*\nThe file was left alone\.$/);
  });

  test('a merge conflict, once, with the way out', () => {
    const text = `${HEADER}
<<<<<<< HEAD
a.js process-state k
||||||| base
=======
b.js process-state k
>>>>>>> feature
c.js process-state k
`;
    const message = problemsOf(text);
    expect(message).toMatch(/^leak-baseline\.txt:2: a merge conflict is not resolved .*both sides.*union.*prune/);
    expect(message.split('\n')).toHaveLength(2);
  });

  test('a left-over marker', () => {
    expect(problemsOf('a.js process-state k\n=======\n')).toMatch(/:2: a merge conflict/);
  });

  test('two conflicts, each', () => {
    const conflict = '<<<<<<< a\n=======\n>>>>>>> b\n';
    expect(problemsOf(conflict + conflict).match(/:\d+: a merge/g)).toEqual([':1: a merge', ':4: a merge']);
  });

  test('all problems at once, in the order of the lines', () => {
    const message = problemsOf('a.js process-state\n<<<<<<< x\nb.js process k\n>>>>>>> y\nc.js process-state k x0\n');
    expect(message.match(/:\d+:/g)).toEqual([':1:', ':2:', ':3:', ':5:']);
  });
});

test('whatever a baseline holds is read back from its text', () => {
  fc.assert(
    fc.property(baselines, (baseline) => {
      const { entries, ...rest } = parse(formatBaseline(baseline));
      expect({ ...rest, entries: entries.map((entry) => ({ ...entry, line: null })) }).toEqual(baseline);
    }),
  );
});

const lineish = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(
        'a.js',
        'process-state',
        'k',
        'x2',
        'x0',
        '#',
        ' # c',
        '"',
        '"a b"',
        '\\',
        '=======',
        '<<<<<<< a',
      ),
      { maxLength: 6 },
    )
    .map((words) => words.join(' ')),
);

test('any text is a baseline that is written stably, or a BaselineError', () => {
  const texts = fc
    .array(lineish, { maxLength: 6 })
    .chain((lines) => fc.constantFrom('\n', '\r\n').map((end) => lines.join(end)));
  let read = 0;
  fc.assert(
    fc.property(texts, (text) => {
      let once: string;
      try {
        once = formatBaseline(parse(text));
        read++;
      } catch (error) {
        expect(error).toBeInstanceOf(BaselineError);
        expect((error as BaselineError).problems.length).toBeGreaterThan(0);
        return;
      }
      expect(formatBaseline(parse(once))).toBe(once);
    }),
    runs(1000),
  );
  expect(read).toBeGreaterThan(0);
});
