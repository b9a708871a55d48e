import { createProject, jestLines, runJest } from '../harness';

jest.setTimeout(120_000);

const CONFIG = { testEnvironment: 'jest-hermetic', reporters: ['default', 'jest-hermetic/reporter'], transform: {} };

describe.each(jestLines())('what stands behind the output streams on Jest $name', (line) => {
  const run = async (body: string) => {
    const project = createProject({ 'package.json': { jest: CONFIG }, 'a.test.js': body }, line);
    const { report, exitCode } = await runJest(project, ['-i']);
    return { exitCode, leaks: report?.leaks.map(({ owner, key, site }) => `${owner} ${key} ${site?.line}`) };
  };

  // Nothing here has required `net`, which Node loads for a stream that is a pipe.
  test.each(['__proto__', 'constructor.prototype'])('is watched for a test that gets there by %s', async (way) => {
    const leaking = `\ntest('one', () => {\n  process.stdout.${way}.extra = () => 1;\n});\n`;
    expect(await run(leaking)).toEqual({ exitCode: 1, leaks: ['a.test.js net.Socket.prototype.extra 3'] });
    const repaired = `${leaking}afterAll(() => {\n  delete process.stdout.${way}.extra;\n});\n`;
    expect(await run(repaired)).toEqual({ exitCode: 0, leaks: [] });
  });
});
