import { formatGithub } from './format-github';
import { sampleEntry, sampleLeak, sampleReport } from './testing/samples';

const fixed = [sampleEntry({ line: 3, because: '100% fixed' })];
const grown = sampleLeak({ verdict: 'grown', key: 'src/b,c.ts', site: null });
const report = sampleReport({ leaks: [grown, sampleLeak({ verdict: 'known' }), sampleLeak()], baseline: { fixed } });

test('new first, then grown, then stale; one line each, escaped', () => {
  const lines = formatGithub(report, 'fail', 'app/').split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toBe(
    '::error file=app/src/cart.test.ts,line=2,col=8,title=new leak%3A mock-registered src/config.ts::' +
      "jest.setMock('./config') is still registered after this test, and 2 later tests received it.%0A" +
      'At the top level of the file, take it back and drop what was loaded with it:%0A' +
      "  afterEach(() => { jest.dontMock('./config'); jest.resetModules(); });%0A" +
      'npx jest-hermetic explain mock-registered',
  );
  expect(lines[1]).toMatch(
    /^::error file=app\/src\/cart\.test\.ts,line=1,col=1,title=grown leak%3A mock-registered src\/b%2Cc\.ts::/,
  );
  expect(lines[2]).toBe(
    '::error file=app/leak-baseline.txt,line=3,col=1,title=stale baseline entry::' +
      'src/cart.test.ts mock-registered src/config.ts: 100%25 fixed.%0Anpx jest-hermetic prune',
  );
});

test('what only warns is a warning', () => {
  expect(formatGithub(report, 'warn').split('\n')[2]).toMatch(/^::warning file=leak-baseline\.txt,/);
});

test('the config of the run is in the commands', () => {
  expect(formatGithub(report, 'fail', '', '-c unit.js').split('\n')[2]).toMatch(
    /%0Anpx jest-hermetic prune -- -c unit\.js$/,
  );
});

test('never more than ten', () => {
  const leaks = Array.from({ length: 12 }, () => sampleLeak());
  expect(formatGithub(sampleReport({ leaks }), 'fail').trim().split('\n')).toHaveLength(10);
});
