import {
  createProject,
  jestLines,
  normalise,
  runCli,
  runJest,
  type CliRun,
  type JestLine,
  type Project,
  type ProjectFiles,
} from '../harness';
import {
  listDocuments,
  matchesOutput,
  parseBlocks,
  parseConsole,
  readBlocks,
  splitCommand,
  type DocumentBlock,
} from '../harness/documents';

jest.setTimeout(120_000);

/** In which project the console blocks of a document run. */
interface DocumentProject {
  document: string;
  /** Only the block that starts with this command; without it every block that no other row names. */
  command?: string;
  files(): ProjectFiles;
}

// The first rows that match count. Files that a document shows are taken from it, so that it cannot show others.
const PROJECTS: DocumentProject[] = [
  {
    document: 'README.md',
    files: () => ({
      'jest.config.js': shown('README.md', 'jest.config.js'),
      'cart.test.js': shown('README.md', 'cart.test.js'),
      'cart.js': [
        `const { discount } = require('./config');`,
        '',
        'exports.total = (prices) => prices.reduce((sum, price) => sum + price, 0) * (1 - discount);',
        '',
      ].join('\n'),
      'config.js': 'exports.discount = 0;\n',
    }),
  },
  {
    document: 'docs/adopt.md',
    command: 'npx jest-hermetic init',
    files: () => ({ 'jest.config.js': shown('README.md', 'jest.config.js'), ...twoLeaks() }),
  },
  {
    document: 'docs/adopt.md',
    files: () => ({
      'jest.config.js': shown('README.md', 'jest.config.js'),
      ...twoLeaks(),
      'leak-baseline.txt': ['a', 'b'].map((name) => `${name}.test.js mock-registered config.js\n`).join(''),
    }),
  },
  {
    document: 'docs/guide.md',
    files: () => ({
      'jest.config.js': shown('docs/guide.md', 'jest.config.js'),
      'paths.test.js': shown('docs/guide.md', 'paths.test.js'),
    }),
  },
];

/** A suite with a leak in each of two files. */
function twoLeaks(): ProjectFiles {
  const leaking = [
    "test('leaks', () => { jest.doMock('./config', () => ({})); });",
    "test('receives', () => { require('./config'); });",
    '',
  ].join('\n');
  return { 'config.js': '', 'a.test.js': leaking, 'b.test.js': leaking };
}

const blocks = listDocuments().flatMap((document) => readBlocks(document));
const consoles = blocks.filter(({ language }) => language === 'console');
const newest = jestLines().at(-1) as JestLine;

test('the README shows what the tool prints', () => {
  expect(consoles.map(({ document }) => document)).toContain('README.md');
});

test.each(PROJECTS)('a block of $document runs in its project', (row) => {
  expect(consoles.some((block) => projectOf(block) === row)).toBe(true);
});

test.each(consoles)('$document:$line prints what it says', async (block) => {
  const row = projectOf(block);
  if (!row) throw new Error(`${block.document}:${block.line}: add a row to PROJECTS that says where this block runs.`);
  await runBlock(block, createProject(row.files(), newest));
});

describe('how documents are read', () => {
  const console = ['text', '```console', '$ npx jest', 'a', '...', 'b', '$ npx jest-hermetic check', '```', ''].join(
    '\n',
  );

  test('blocks have their line, language and text', () => {
    expect(parseBlocks(`${console}\`\`\`\nplain\n\`\`\``, 'x.md')).toEqual([
      expect.objectContaining({ document: 'x.md', line: 2, language: 'console' }),
      expect.objectContaining({ line: 9, language: '', text: 'plain\n' }),
    ]);
  });

  test('a console block is commands and outputs', () => {
    const [block] = parseBlocks(console, 'x.md') as [DocumentBlock];
    expect(parseConsole(block)).toEqual([
      { command: 'npx jest', output: 'a\n...\nb' },
      { command: 'npx jest-hermetic check', output: '' },
    ]);
    expect(() => parseConsole({ ...block, text: 'a\n' })).toThrow('x.md:2: a console block must start with');
  });

  test.each([
    ['a\nb', 'a\nb', true],
    ['a\nb', 'a\nb\nc', false],
    ['a\nb', 'a\nx', false],
    ['...\nb', 'a\na\nb', true],
    ['a\n...\nb', 'a\nb', true],
    ['a\n...', 'a\nb\nc', true],
    ['...\na', 'a\nb', false],
    ['1 + 1 (x)', '1 + 1 (x)', true],
  ])('%j against %j: %s', (documented, actual, matches) => {
    expect(matchesOutput(documented, actual)).toBe(matches);
  });

  test('quoted words stay together', () => {
    expect(splitCommand(`npx jest a.test.js -t '^(a b|c)$' --reason="x y"`)).toEqual([
      'npx',
      'jest',
      'a.test.js',
      '-t',
      '^(a b|c)$',
      '--reason=x y',
    ]);
  });

  test('a block is run, and held against what it printed', async () => {
    const files = { 'jest.config.js': 'module.exports = {};', 'a.test.js': `test('adds', () => {});` };
    const [block] = parseBlocks(
      [
        '```console',
        '$ npx jest a',
        'PASS ./a.test.js',
        '...',
        'Time: 9 s',
        'Ran all test suites matching a.',
        '```',
      ].join('\n'),
      'x.md',
    ) as [DocumentBlock];
    await runBlock(block, createProject(files, newest));
    const wrong = { ...block, text: block.text.replace('PASS', 'FAIL') };
    await expect(runBlock(wrong, createProject(files, newest))).rejects.toThrow('FAIL ./a.test.js');
  });

  test('a command that no test can run is refused', async () => {
    await expect(runDocumented(createProject({}, newest), 'npm install')).rejects.toThrow('cannot be run');
  });
});

async function runBlock(block: DocumentBlock, project: Project): Promise<void> {
  for (const { command, output } of parseConsole(block)) {
    const actual = (await runDocumented(project, command)).output;
    const documented = normalise(output);
    // The comparison of the whole texts is for its message only: it shows what to write into the document.
    if (!matchesOutput(documented, actual)) expect(actual).toBe(documented);
  }
}

function projectOf(block: DocumentBlock): DocumentProject | undefined {
  const rows = PROJECTS.filter(({ document }) => document === block.document);
  const command = block.text.split('\n')[0]?.replace(/^\$ /, '');
  return rows.find((row) => row.command === command) ?? rows.find((row) => row.command === undefined);
}

async function runDocumented(project: Project, command: string): Promise<CliRun> {
  const [npx, name, ...args] = splitCommand(command);
  if (npx === 'npx' && name === 'jest') return runJest(project, args, { results: false });
  if (npx === 'npx' && name === 'jest-hermetic') return runCli(project, args);
  throw new Error(`"${command}" cannot be run: a console block knows npx jest and npx jest-hermetic. Tag it sh.`);
}

function shown(document: string, file: string): string {
  const found = readBlocks(document).find(({ text }) => text.startsWith(`// ${file}\n`));
  if (!found) throw new Error(`${document} has no block that starts with the line "// ${file}".`);
  return found.text;
}
