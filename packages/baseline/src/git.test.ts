import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { existedInGit, renamesSince } from './index';
import { useTempDirectory } from './testing/temp-directory';

const directory = useTempDirectory();
const inside = (...names: string[]) => join(directory(), ...names);

function git(...args: string[]): void {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  // A hook that runs the tests has set these to its own repository.
  const { GIT_DIR: _dir, GIT_INDEX_FILE: _index, GIT_WORK_TREE: _tree, ...env } = process.env;
  execFileSync('git', [...identity, ...args], { cwd: directory(), env, stdio: 'pipe' });
}

function write(path: string, text = `the text of ${path}\n`.repeat(20)): void {
  mkdirSync(dirname(inside(path)), { recursive: true });
  writeFileSync(inside(path), text);
}

function commit(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'change', '--allow-empty');
}

function rename(from: string, to: string): void {
  mkdirSync(dirname(inside(to)), { recursive: true });
  renameSync(inside(from), inside(to));
}

describe('in a repository', () => {
  beforeEach(() => {
    git('init', '--quiet');
    write('app/a.test.js');
    write('app/b.test.js');
    write('setup.js');
    commit();
  });

  const renames = (...paths: string[]) => Object.fromEntries(renamesSince(inside('app'), paths));

  test('a staged rename is known', () => {
    rename('app/a.test.js', 'app/deep/c.test.js');
    git('add', '--all');
    expect(renames('a.test.js', 'b.test.js')).toEqual({ 'a.test.js': 'deep/c.test.js' });
  });

  test('a committed rename is known, long afterwards too', () => {
    rename('app/a.test.js', 'app/c.test.js');
    commit();
    write('app/other.js');
    commit();
    expect(renames('a.test.js')).toEqual({ 'a.test.js': 'c.test.js' });
  });

  test('a chain of renames is followed to its end', () => {
    rename('app/a.test.js', 'app/c.test.js');
    commit();
    rename('app/c.test.js', 'app/d e.test.js');
    commit();
    rename('app/d e.test.js', 'app/[ü].test.js');
    git('add', '--all');
    expect(renames('a.test.js')).toEqual({ 'a.test.js': '[ü].test.js' });
  });

  test('paths above rootDir work both ways', () => {
    rename('setup.js', 'app/setup.js');
    rename('app/a.test.js', 'a.test.js');
    commit();
    expect(renames('../setup.js', 'a.test.js')).toEqual({ '../setup.js': 'setup.js', 'a.test.js': '../a.test.js' });
  });

  test('a file that is there, was deleted, or never was, has no new name', () => {
    rmSync(inside('app/a.test.js'));
    commit();
    expect(renames('a.test.js', 'b.test.js', 'never.js')).toEqual({});
  });

  test('a rename to what was deleted later leads nowhere', () => {
    rename('app/a.test.js', 'app/c.test.js');
    commit();
    rmSync(inside('app/c.test.js'));
    commit();
    expect(renames('a.test.js')).toEqual({});
  });

  test('existedInGit finds what any commit had, and takes no name for a pattern', () => {
    rmSync(inside('app'), { recursive: true });
    commit();
    write('untracked.txt');
    const had = ['app/a.test.js', 'setup.js', 'app/*.test.js', 'untracked.txt', 'app/none.js'].map((path) =>
      existedInGit(inside(path)),
    );
    expect(had).toEqual([true, true, false, false, false]);
  });

  test('existedInGit looks at other branches too', () => {
    git('checkout', '--quiet', '-b', 'other');
    write('known.txt');
    commit();
    git('checkout', '--quiet', '-');
    expect(existedInGit(inside('known.txt'))).toBe(true);
  });
});

test('a repository without a commit knows nothing', () => {
  git('init', '--quiet');
  write('a.test.js');
  expect(renamesSince(directory(), ['gone.js']).size).toBe(0);
  expect(existedInGit(inside('a.test.js'))).toBe(false);
});

describe('where there is no git', () => {
  const ceiling = process.env['GIT_CEILING_DIRECTORIES'];
  beforeEach(() => {
    process.env['GIT_CEILING_DIRECTORIES'] = dirname(directory());
  });
  afterEach(() => {
    if (ceiling === undefined) delete process.env['GIT_CEILING_DIRECTORIES'];
    else process.env['GIT_CEILING_DIRECTORIES'] = ceiling;
  });

  test('there are no renames and nothing existed', () => {
    expect(renamesSince(directory(), ['a.test.js']).size).toBe(0);
    expect(existedInGit(inside('none', 'a.txt'))).toBe(false);
  });

  test('the same holds when the program is missing', () => {
    const path = process.env['PATH'];
    process.env['PATH'] = directory();
    try {
      expect(renamesSince(directory(), ['a.test.js']).size).toBe(0);
      expect(existedInGit(inside('a.txt'))).toBe(false);
    } finally {
      process.env['PATH'] = path;
    }
  });
});
