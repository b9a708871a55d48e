import { createProject, runCli, type CliRun, type JestLine, type Project } from '../harness';
import { commitAll, commitMore, git } from './run-way';

/** What a branch did, and what `check --against` must say of it. */
export interface Branch {
  name: string;
  /** Done before the first commit. */
  before?: (project: Project) => void;
  /** Done on `main` after the branch left it. */
  main?: (project: Project) => void;
  /** Done on the branch. */
  work?: (project: Project) => void;
  /** Done at last, without a commit. */
  last?: (project: Project) => void;
  /** Default: main. */
  ref?: string;
  env?: Record<string, string>;
  exitCode: number;
  says: RegExp;
}

const list = (...lines: string[]) => ({ 'leak-baseline.txt': [...lines, ''].join('\n') });
const A = 'a.test.js mock-registered src/x.js x2';
const B = 'b.test.js mock-registered src/x.js';
const C = 'c.test.js mock-registered src/x.js';
const rename = (from: string, to: string) => (project: Project) => {
  project.write({ [to]: project.read(from) });
  project.remove(from);
};
const config = (baseline: string) => ({
  'jest.config.json': { testEnvironment: 'jest-hermetic', testEnvironmentOptions: { hermetic: { baseline } } },
});

/** Every relation that a branch can have to its base. */
export const BRANCHES: readonly Branch[] = [
  { name: 'untouched', exitCode: 0, says: /^0 grew · 0 moved · 0 shrank · 0 behind main$/m },
  {
    name: 'grew by a line',
    work: (project) => project.write(list(A, B, C)),
    exitCode: 4,
    says: /^grew {4}leak-baseline\.txt:3 {2}c\.test\.js mock-registered src\/x\.js$/m,
  },
  {
    name: 'grew by a count',
    work: (project) => project.write(list(`${A.slice(0, -1)}3`, B)),
    exitCode: 4,
    says: /a\.test\.js .* {2}x2 -> x3$/m,
  },
  { name: 'grew, not committed', last: (project) => project.write(list(A, B, C)), exitCode: 4, says: /^1 grew/m },
  { name: 'shrank', work: (project) => project.write(list(A.slice(0, -3))), exitCode: 0, says: /· 2 shrank ·/ },
  { name: 'deleted', work: (project) => project.remove('leak-baseline.txt'), exitCode: 0, says: /· 2 shrank ·/ },
  {
    name: 'behind: main dropped a line since',
    main: (project) => project.write(list(A)),
    work: (project) => project.write({ 'other.js': '' }),
    exitCode: 0,
    says: /^behind {2}leak-baseline\.txt:2 {2}b\.test\.js .*: main dropped it since$/m,
  },
  {
    name: 'behind and grew',
    main: (project) => project.write(list(A)),
    work: (project) => project.write(list(A, B, C)),
    exitCode: 4,
    says: /^1 grew .* 1 behind main$/m,
  },
  {
    name: 'main accepted the same line since',
    main: (project) => project.write(list(A, B, C)),
    work: (project) => project.write(list(A, B, C)),
    exitCode: 0,
    says: /^0 grew/m,
  },
  {
    name: 'the owner was renamed',
    work: (project) => {
      rename('a.test.js', 'sub/z.test.js')(project);
      project.write(list(B, A.replace('a.test.js', 'sub/z.test.js')));
    },
    exitCode: 0,
    says: /^moved .* sub\/z\.test\.js .*, from a\.test\.js$/m,
  },
  {
    name: 'the owner was renamed and its count raised',
    work: (project) => {
      rename('a.test.js', 'sub/a.test.js')(project);
      project.write(list(B, 'sub/a.test.js mock-registered src/x.js x3'));
    },
    exitCode: 4,
    says: / {2}x2 -> x3$/m,
  },
  {
    name: 'the owner was copied, which is no move',
    work: (project) => project.write({ 'sub/a.test.js': project.read('a.test.js'), ...list(B, `sub/${A}`) }),
    exitCode: 4,
    says: /^grew .* sub\/a\.test\.js/m,
  },
  {
    name: 'the list is new on this branch',
    before: (project) => project.remove('leak-baseline.txt'),
    work: (project) => project.write(list(A, B)),
    exitCode: 0,
    says: /is new on this branch: 2 lines/,
  },
  {
    name: 'the list was emptied before, and is filled again',
    before: (project) => {
      commitAll(project);
      project.remove('leak-baseline.txt');
    },
    work: (project) => project.write(list(A)),
    exitCode: 4,
    says: /^1 grew/m,
  },
  {
    name: 'the list was renamed',
    before: withHeader,
    work: (project) => {
      rename('leak-baseline.txt', 'lists/leaks.txt')(project);
      project.write(config('lists/leaks.txt'));
    },
    exitCode: 0,
    says: /lists\/leaks\.txt is compared with leak-baseline\.txt/,
  },
  {
    name: 'the list was renamed and grew',
    before: withHeader,
    work: (project) => {
      project.write({ ...config('leaks.txt'), 'leaks.txt': `${project.read('leak-baseline.txt')}${C}\n` });
      project.remove('leak-baseline.txt');
    },
    exitCode: 4,
    says: /^1 grew/m,
  },
  {
    name: 'a second list beside the first, with its lines and more',
    work: (project) => project.write({ ...config('more.txt'), 'more.txt': `${A}\n${B}\n${C}\n` }),
    exitCode: 4,
    says: /more\.txt is compared with leak-baseline\.txt.*\ngrew .*c\.test\.js.*\n1 grew/,
  },
  {
    name: 'the list was moved without its first line, and grew',
    work: (project) => {
      rename('leak-baseline.txt', 'lists/leak-baseline.txt')(project);
      project.write({ ...config('lists/leak-baseline.txt'), 'lists/leak-baseline.txt': `${A}\n${B}\n${C}\n` });
    },
    exitCode: 4,
    says: /^1 grew/m,
  },
  {
    name: 'a list of other leaks beside the first',
    work: (project) => project.write({ ...config('more.txt'), 'more.txt': `${C}\n` }),
    exitCode: 0,
    says: /more\.txt is new on this branch: 1 line/,
  },
  {
    name: 'a list outside of the repository',
    work: (project) => project.write({ ...config('../list.txt'), '../list.txt': `${C}\n` }),
    exitCode: 5,
    says: /lies outside of the git repository/,
  },
  {
    name: 'a ref that is not there',
    ref: 'origin/nowhere',
    exitCode: 2,
    says: /git knows no origin\/nowhere here.*git fetch/,
  },
  {
    name: 'a branch with another beginning',
    work: (project) => {
      git(project, 'checkout', '--quiet', '--orphan', 'other');
      git(project, 'commit', '--quiet', '--message=other');
    },
    exitCode: 5,
    says: /HEAD and main have no common commit, so/,
  },
  {
    name: 'a shallow clone',
    last: (project) => {
      git(project, 'fetch', '--quiet', '--depth=1', `file://${project.dir}`, 'work');
      makeShallow(project);
    },
    exitCode: 5,
    says: /no common commit in this shallow clone.*fetch-depth: 0/,
    work: (project) => project.write({ 'other.js': '' }),
    main: (project) => project.write({ 'another.js': '' }),
  },
  { name: 'no git', env: { PATH: '/nowhere' }, exitCode: 5, says: /no git repository, or git is not installed/ },
  {
    name: 'a conflict that is not resolved',
    work: (project) => project.write(list(A, '<<<<<<< HEAD', B, '=======', C, '>>>>>>> main')),
    exitCode: 2,
    says: /^leak-baseline\.txt:2: a merge conflict is not resolved .*Keep the lines of both sides/m,
  },
  {
    name: 'a union merge that left a line twice',
    before: (project) => project.write({ '.gitattributes': 'leak-baseline.txt merge=union\n' }),
    main: (project) => project.write(list(`${A}  # theirs`, B)),
    work: (project) => project.write(list(`${A}  # ours`, B)),
    last: (project) => {
      git(project, 'merge', '--quiet', '--no-edit', 'main');
      if (project.read('leak-baseline.txt')?.match(/a\.test\.js/g)?.length !== 2) throw new Error('no line is twice');
    },
    exitCode: 0,
    says: /^0 grew · 0 moved · 0 shrank · 0 behind main$/m,
  },
];

function withHeader(project: Project): void {
  const header =
    '# Known leaks. This file may only shrink: fix a leak, then delete its line (or run: npx jest-hermetic prune).';
  project.write({ 'leak-baseline.txt': `${header}\n${project.read('leak-baseline.txt')}` });
}

/** Cuts the history of every branch below its tip, as a clone of depth 1 of each would have it. */
function makeShallow(project: Project): void {
  const tips = ['main', 'work'].map((name) => git(project, 'rev-parse', name).trim());
  project.write({ '.git/shallow': `${tips.toSorted().join('\n')}\n` });
}

/** Makes the repository of a row and runs the command in it. */
export async function runBranch(branch: Branch, line: JestLine): Promise<CliRun> {
  const body = "test('x', () => { jest.doMock('./src/x', () => ({})); });\n";
  const project = createProject(
    {
      'package.json': { name: 'suite', private: true },
      'jest.config.json': { testEnvironment: 'jest-hermetic' },
      'a.test.js': `// a\n${body}`,
      'b.test.js': `// b\n${body}`,
      'src/x.js': '',
      ...list(A, B),
    },
    line,
  );
  branch.before?.(project);
  commitAll(project);
  git(project, 'checkout', '--quiet', '-b', 'work');
  if (branch.main) {
    git(project, 'checkout', '--quiet', 'main');
    branch.main(project);
    commitMore(project);
    git(project, 'checkout', '--quiet', 'work');
  }
  branch.work?.(project);
  commitMore(project);
  branch.last?.(project);
  return runCli(project, ['check', '--against', branch.ref ?? 'main'], { env: branch.env ?? {} });
}
