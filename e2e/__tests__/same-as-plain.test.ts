import { createProject, jestLines, runJest, withHermetic } from '../harness';

jest.setTimeout(180_000);

const CHAIN = 400;
const chain = Object.fromEntries(
  Array.from({ length: CHAIN }, (_, index) => [
    `chain/m${index}.js`,
    index === CHAIN - 1 ? 'exports.depth = 1;' : `exports.depth = require('./m${index + 1}').depth + 1;`,
  ]),
);

const FILES = {
  'jest.config.js': `module.exports = { testEnvironment: 'node' };`,
  'throws.js': `null.property;`,
  'errors.test.js': `
    test('a module that is not there', () => { require('./missing'); });
    test('a module that throws', () => { require('./throws'); });
    test('a mock of what is not there', () => { jest.doMock('./missing'); });
    test('a spy on nothing', () => { jest.spyOn({}, 'x'); });
    test('a directory that is not there', () => { process.chdir('/no/such/directory'); });`,
  'chain.test.js': `test('a long chain of imports', () => { expect(require('./chain/m0').depth).toBe(${CHAIN}); });`,
  'process.test.js': `
    test('nothing of ours in the environment', () => {
      expect(Object.keys(process.env).filter((name) => /hermetic/i.test(name))).toEqual([]);
    });`,
  ...chain,
};

describe.each(jestLines())('on Jest $name', (line) => {
  test('the same outcomes, messages, stacks and code frames as on plain Jest', async () => {
    const project = withHermetic(createProject(FILES, line));
    const plain = await runJest(project, ['-i', '--config', 'plain.config.js'], { results: false });
    const guarded = await runJest(project, ['-i'], { results: false });
    expect(messagesOf(guarded.output)).toEqual(messagesOf(plain.output));
    expect(plain.output).toContain("Cannot find module './missing'");
    expect(guarded.exitCode).toBe(plain.exitCode);
    expect(plain.output).toContain('5 failed, 2 passed');
    expect(guarded.output).toContain('5 failed, 2 passed');
  });

  test('--detectLeaks finds nothing of ours that holds an environment', async () => {
    const files = {
      'jest.config.js': FILES['jest.config.js'],
      'x.js': `exports.x = require('./y').y;`,
      'y.js': `exports.y = require('fs').existsSync(__filename);`,
      'a.test.js': `
        jest.mock('./y');
        test('loads and resets', () => {
          require('./x');
          jest.resetModules();
          jest.isolateModules(() => require('./x'));
        });`,
      'b.test.js': `test('spies', () => { jest.spyOn(require('os'), 'hostname').mockReturnValue('x'); });`,
      'c.test.js': `test('nothing', () => {});`,
    };
    const project = withHermetic(createProject(files, line));
    const { exitCode, output } = await runJest(project, ['-i', '--detectLeaks'], { results: false });
    expect(output).toContain('3 passed');
    expect(exitCode).toBe(0);
  });
});

/** The failure blocks, without the lines that tell the time. */
function messagesOf(output: string): string[] {
  return output
    .split('\n')
    .filter((text) => /^\s+(?:at |●|\d+ \||> \d+ \||\|)/.test(text) || /Cannot|Error|ENOENT|expect/.test(text));
}
