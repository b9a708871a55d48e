import { jestLines, type CliRun, type JestLine } from '../harness';
import { BRANCHES, runBranch, type Branch } from '../ratchet/branches';
import { inLanes } from '../ratchet/lanes';

jest.setTimeout(240_000);

// git does not care which Jest there is.
const newest = jestLines().at(-1) as JestLine;
let runs: Map<Branch, Promise<CliRun>>;

beforeAll(() => {
  runs = inLanes(BRANCHES, (branch) => runBranch(branch, newest));
});

test.each(BRANCHES)('check --against: $name', async (branch) => {
  const { exitCode, output } = await runs.get(branch)!;
  expect(output).toMatch(branch.says);
  expect(exitCode).toBe(branch.exitCode);
});
