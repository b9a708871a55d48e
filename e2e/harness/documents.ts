import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from './lines';

/** One fenced block of a document. */
export interface DocumentBlock {
  /** Relative to the repository. */
  document: string;
  /** 1-based line of the opening fence. */
  line: number;
  /** The word behind the fence; empty when there is none. */
  language: string;
  text: string;
}

/** One command of a `console` block, with what it is said to print. */
export interface ConsoleStep {
  command: string;
  output: string;
}

/** README.md and docs/*.md, as far as they exist. */
export function listDocuments(): string[] {
  const docs = existsSync(join(REPOSITORY, 'docs')) ? readdirSync(join(REPOSITORY, 'docs')).sort() : [];
  const all = ['README.md', ...docs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)];
  return all.filter((document) => existsSync(join(REPOSITORY, document)));
}

/** All fenced blocks of a document of the repository. */
export function readBlocks(document: string): DocumentBlock[] {
  return parseBlocks(readFileSync(join(REPOSITORY, document), 'utf8'), document);
}

/** All fenced blocks of a Markdown text. */
export function parseBlocks(markdown: string, document: string): DocumentBlock[] {
  const source = markdown.replaceAll('\r\n', '\n');
  const blocks: DocumentBlock[] = [];
  const fences = /^(`{3,})(\S*)[^\n]*\n([^]*?)^\1[ \t]*$/gm;
  for (const match of source.matchAll(fences)) {
    const [, , language = '', text = ''] = match;
    blocks.push({ document, line: source.slice(0, match.index).split('\n').length, language, text });
  }
  return blocks;
}

/** The commands of a `console` block. Throws when it does not start with one. */
export function parseConsole({ document, line, text }: DocumentBlock): ConsoleStep[] {
  const [before = '', ...steps] = `\n${text}`.split('\n$ ');
  if (before.trim() !== '' || steps.length === 0) {
    throw new Error(
      `${document}:${line}: a console block must start with a line "$ command", so that a test can run it. ` +
        'Write the command, or give the block another language.',
    );
  }
  return steps.map((step) => {
    const [command = '', ...output] = step.split('\n');
    return { command: command.trim(), output: output.join('\n') };
  });
}

/** Whether `actual` is what a document says; there a line `...` stands for any lines, also none. */
export function matchesOutput(documented: string, actual: string): boolean {
  const escape = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const lines = documented.split('\n').map((line) => (line.trim() === '...' ? '(?:.*\\n)*?' : `${escape(line)}\\n`));
  return new RegExp(`^${lines.join('')}$`).test(`${actual}\n`);
}

/** The words of a command line; single and double quotes hold words together. */
export function splitCommand(command: string): string[] {
  const words = command.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, (_all, single, double) => single ?? double));
}
