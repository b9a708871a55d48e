import { jestLines, REPORT_PATH } from '../harness';
import { commitAll } from '../ratchet/run-way';
import { createSuite, LEAKING, saidOf, SETUP } from '../ratchet/suite';
import { startWatching, type Watching } from '../ratchet/watch';

jest.setTimeout(150_000);

const PAIR = { 'part.test.js': LEAKING, 'whole.test.js': LEAKING };
const MENDED = LEAKING.replace("jest.doMock('./src/live', () => ({}));", "require('./src/live');");

let watching: Watching | null = null;
afterEach(() => watching?.stop());

describe.each(jestLines())('watch mode of Jest $name', (line) => {
  test('--watchAll: each rerun is judged anew', async () => {
    const project = createSuite(line, PAIR, ['part.test.js', 'whole.test.js', SETUP]);
    // Jest 30 runs again for every .json that changes, in node_modules too, where an earlier run has left its report.
    project.write({ [REPORT_PATH]: {} });
    watching = startWatching(project, '--watchAll');
    const first = await watching.nextRun();
    expect(first.output.match(/^Ran all test suites/gm)).toHaveLength(1);
    expect(first.output).toContain(' LEAKS  3 stale · 3 known');
    expect(saidOf(first.report, 'whole.test.js').said).toEqual(['fixed', 'known']);

    project.write({ 'whole.test.js': MENDED });
    const second = await watching.nextRun();
    expect(second.output).toContain(' LEAKS  4 stale · 2 known');
    expect(saidOf(second.report, 'whole.test.js').said).toEqual(['fixed', 'fixed']);
  });

  test('--watch: nothing stale is claimed for what did not run', async () => {
    const project = createSuite(line, PAIR, ['part.test.js', 'whole.test.js', SETUP]);
    commitAll(project);
    project.write({ 'part.test.js': `${LEAKING}// changed\n` });
    watching = startWatching(project, '--watch');
    for (const content of [`${LEAKING}// changed again\n`, MENDED]) {
      const { output, report } = await watching.nextRun();
      expect(output).toContain(' LEAKS  1 stale · 2 known');
      expect(saidOf(report, 'part.test.js').said).toEqual(['fixed', 'known']);
      expect(saidOf(report, 'whole.test.js').said).toEqual(['unexercised', 'unexercised']);
      expect(saidOf(report, SETUP)).toEqual({
        said: ['unexercised', 'known'],
        because: expect.stringContaining('--onlyChanged') as string,
      });
      project.write({ 'part.test.js': content });
    }
    const { output, report } = await watching.nextRun();
    expect(output).toContain(' LEAKS  2 stale · 1 known');
    expect(saidOf(report, 'part.test.js').said).toEqual(['fixed', 'fixed']);
    expect(saidOf(report, 'whole.test.js').said).toEqual(['unexercised', 'unexercised']);
  });
});
