import { exportLeak, RATES } from './exports';
import { inDescribe, inTest, type Situation } from './situation';

/** Who is charged, and what undoes it. */
export const exportsInScopes: Situation[] = [
  {
    name: 'spy-in-a-hook-of-a-describe',
    files: {
      ...RATES,
      'a.test.js': `
        const rates = require('./src/rates');
        describe('a', () => {
          beforeEach(() => {
            jest.spyOn(rates, 'rate').mockReturnValue('spy'); // @spy
          });
          afterEach(() => {
            /* after */
          });
          test('one', () => expect(rates.rate()).toBe('spy'));
          test('two', () => expect(rates.rate()).toBe('spy'));
        });
        test('three', () => expect(typeof rates.rate()).toBe('string'));`,
    },
    leaks: [
      exportLeak({
        grade: 'escaped',
        at: '@spy',
        scopes: [inDescribe('a', 'beforeEach', { escapedTo: 'three' })],
      }),
    ],
    twin: { swap: [['/* after */', 'jest.restoreAllMocks();']] },
  },
  {
    name: 'written-in-the-body-of-a-describe',
    files: {
      ...RATES,
      'a.test.js': `
        const rates = require('./src/rates');
        test('zero', () => expect(rates.rate()).toBe('fake'));
        describe('a', () => {
          rates.rate = () => 'fake'; // @fake
          test('one', () => expect(rates.rate()).toBe('fake'));
        });
        test('two', () => expect(rates.rate()).toBe('fake'));`,
    },
    leaks: [exportLeak({ grade: 'escaped', at: '@fake', scopes: [inDescribe('a', null, { escapedTo: 'zero' })] })],
  },
  {
    name: 'written-at-the-top',
    files: {
      ...RATES,
      'a.test.js': `
        const rates = require('./src/rates');
        rates.rate = () => 'fake';
        jest.spyOn(rates, 'rate');
        beforeEach(() => {
          rates.currency = 'NOK';
          rates.extra = jest.fn();
        });
        test('one', () => expect(rates.rate()).toBe('fake'));
        test('two', () => expect(rates.rate()).toBe('fake'));`,
    },
    leaks: [],
  },
  {
    name: 'each-test-stubs-for-itself',
    files: {
      ...RATES,
      'a.test.js': `
        const rates = require('./src/rates');
        function stub(name) {
          rates.rate = () => name; // @stub
        }
        test('one', () => {
          stub('1');
          expect(rates.rate()).toBe('1');
        });
        test('two', () => {
          stub('2');
          expect(rates.rate()).toBe('2');
        });`,
    },
    leaks: [exportLeak({ grade: 'latent', at: '@stub' })],
  },
  {
    name: 'spied-again-before-each-test',
    files: {
      ...RATES,
      'a.test.js': `
        const rates = require('./src/rates');
        beforeEach(() => {
          /* before */
        });
        test('one', () => {
          jest.spyOn(rates, 'rate').mockReturnValue('1'); // @spy
        });
        test('two', () => expect(typeof rates.rate()).toBe('string'));`,
    },
    leaks: [exportLeak({ grade: 'escaped', at: '@spy', scopes: [inTest('one', { escapedTo: 'two' })] })],
    twin: { swap: [['/* before */', `jest.spyOn(rates, 'rate').mockReturnValue('0');`]] },
  },
  {
    name: 'restored-by-the-next-test',
    files: {
      ...RATES,
      'a.test.js': `
        const rates = require('./src/rates');
        const real = rates.rate;
        test('one', () => {
          rates.rate = () => 'fake'; // @fake
        });
        test('two', () => {
          rates.rate = real;
        });
        test('three', () => expect(rates.rate()).toBe('real'));`,
    },
    leaks: [exportLeak({ grade: 'latent', at: '@fake', scopes: [inTest('one', { escapedTo: null })] })],
  },
  {
    name: 'restored-by-the-configuration',
    config: { restoreMocks: true },
    files: {
      ...RATES,
      'a.test.js': `
        const rates = require('./src/rates');
        test('one', () => {
          jest.spyOn(rates, 'rate').mockReturnValue('spy');
          jest.replaceProperty(rates, 'currency', 'NOK');
        });
        test('two', () => expect(rates.rate() + rates.currency).toBe('realEUR'));`,
    },
    leaks: [],
  },
  {
    name: 'assigned-under-restore-mocks',
    config: { restoreMocks: true },
    files: {
      ...RATES,
      'a.test.js': `
        const rates = require('./src/rates');
        test('one', () => {
          rates.rate = jest.fn(() => 'fake'); // @fake
        });
        test('two', () => expect(jest.isMockFunction(rates.rate)).toBe(true));`,
    },
    leaks: [exportLeak({ grade: 'escaped', at: '@fake', siteIs: 'value' })],
  },
  {
    name: 'purged-and-held-by-nobody',
    files: {
      ...RATES,
      'a.test.js': `
        let rates;
        beforeEach(() => {
          jest.resetModules();
          rates = require('./src/rates');
        });
        test('one', () => {
          rates.rate = () => 'fake';
          jest.replaceProperty(rates, 'currency', 'NOK');
        });
        test('two', () => expect(rates.rate()).toBe('real'));`,
    },
    leaks: [],
  },
  {
    name: 'purged-and-held-at-the-top',
    files: {
      ...RATES,
      'a.test.js': `
        const rates = require('./src/rates');
        beforeEach(() => {
          jest.resetModules();
        });
        test('one', () => {
          rates.rate = () => 'fake'; // @fake
        });
        test('two', () => expect(rates.rate()).toBe('fake'));`,
    },
    leaks: [exportLeak({ grade: 'escaped', at: '@fake', scopes: [inTest('one', { escapedTo: 'two' })] })],
  },
  {
    name: 'loaded-by-the-test-itself',
    files: {
      ...RATES,
      'a.test.js': `
        beforeEach(() => {
          jest.resetModules();
        });
        test('one', () => {
          const rates = require('./src/rates');
          rates.rate = () => 'fake';
          expect(rates.rate()).toBe('fake');
        });
        test('two', () => expect(require('./src/rates').rate()).toBe('real'));`,
    },
    leaks: [],
  },
  {
    name: 'private-copy',
    files: {
      ...RATES,
      'a.test.js': `
        const kept = require('./src/rates');
        test('one', () => {
          jest.isolateModules(() => {
            require('./src/rates').rate = () => 'fake';
          });
        });
        test('two', () => expect(kept.rate()).toBe('real'));`,
    },
    leaks: [],
  },
  {
    name: 'by-a-hook-of-a-setup-file',
    config: { setupFilesAfterEnv: ['<rootDir>/<here>/setup.js'] },
    files: {
      ...RATES,
      'setup.js': `
        const rates = require('./src/rates');
        beforeEach(() => {
          rates.rate = () => 'setup';
        });`,
      'a.test.js': `
        const rates = require('./src/rates');
        test('one', () => {
          jest.spyOn(rates, 'rate').mockReturnValue('spy'); // @spy
          /* end */
        });
        test('two', () => expect(rates.rate()).toBe('setup'));`,
    },
    leaks: [exportLeak({ grade: 'latent', at: '@spy' })],
    twin: { swap: [['/* end */', 'jest.restoreAllMocks();']] },
  },
  {
    name: 'through-a-helper-of-the-tests',
    files: {
      ...RATES,
      'src/app.js': `
        const rates = require('./rates');
        exports.ask = () => rates.rate();`,
      'test/stub.js': `
        const rates = require('../src/rates');
        exports.stub = () => {
          rates.rate = () => 'fake'; // @fake
        };`,
      'a.test.js': `
        const { ask } = require('./src/app');
        const { stub } = require('./test/stub');
        test('one', () => {
          stub();
          expect(ask()).toBe('fake');
        });
        test('two', () => expect(ask()).toBe('fake'));`,
    },
    leaks: [exportLeak({ grade: 'escaped', at: '@fake', siteIs: 'value' })],
  },
  {
    name: 'module-not-watched',
    hermetic: { watch: ['!**/rates.js'] },
    files: {
      ...RATES,
      'src/other.js': `exports.rate = () => 'real';`,
      'a.test.js': `
        const rates = require('./src/rates');
        const other = require('./src/other');
        test('one', () => {
          jest.spyOn(rates, 'rate');
          jest.spyOn(other, 'rate'); // @spy
        });
        test('two', () => expect(rates.rate()).toBe('real'));`,
    },
    leaks: [exportLeak({ key: './src/other.js#rate', grade: 'escaped', at: '@spy' })],
  },
  {
    name: 'packages-that-are-watched',
    hermetic: { watchPackages: ['seen-kit'] },
    files: {
      'node_modules/seen-kit/index.js': `exports.use = () => 'real';`,
      'node_modules/other-kit/index.js': `exports.use = () => 'real';`,
      'a.test.js': `
        const seen = require('seen-kit');
        const other = require('other-kit');
        test('one', () => {
          seen.use = () => 'fake'; // @fake
          other.use = () => 'fake';
        });
        test('two', () => expect(seen.use()).toBe('fake'));`,
    },
    leaks: [exportLeak({ key: 'seen-kit#use', grade: 'escaped', at: '@fake' })],
  },
  {
    name: 'exports-of-a-mock',
    files: {
      ...RATES,
      'a.test.js': `
        jest.mock('./src/rates', () => ({ rate: () => 'mock' }));
        const rates = require('./src/rates');
        test('one', () => {
          rates.rate = () => 'fake'; // @fake
        });
        test('two', () => expect(rates.rate()).toBe('fake'));`,
    },
    leaks: [exportLeak({ grade: 'escaped', at: '@fake' })],
  },
];
