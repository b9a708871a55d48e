import { inTest, type ExpectedLeak, type Situation } from './situation';

/** A leak of kind `export-mutated` of `./src/rates.js#rate`, unless `rest` says otherwise. */
export const exportLeak = (rest: Pick<ExpectedLeak, 'grade' | 'at'> & Partial<ExpectedLeak>): ExpectedLeak => ({
  kind: 'export-mutated',
  key: './src/rates.js#rate',
  ...rest,
});

/** One source file with a function and plain data. */
export const RATES = { 'src/rates.js': `exports.rate = () => 'real';\nexports.currency = 'EUR';` };

/** Exports that test code wrote: by a call, by assignment, by definition, by deletion, as a whole. */
export const exportsWritten: Situation[] = [
  {
    name: 'assigned-in-a-test',
    files: {
      ...RATES,
      'a.test.js': `
        const rates = require('./src/rates');
        const real = rates.rate;
        test('one', () => {
          rates.rate = () => 'fake'; // @fake
          expect(rates.rate()).toBe('fake');
          /* end */
        });
        test('two', () => expect(typeof rates.rate()).toBe('string'));`,
    },
    leaks: [
      exportLeak({
        grade: 'escaped',
        at: '@fake',
        siteIs: 'value',
        call: null,
        module: 'cjs',
        scopes: [inTest('one', { ownerAt: '@fake', escapedTo: 'two', observedBy: [] })],
      }),
    ],
    twin: { swap: [['/* end */', 'rates.rate = real;']] },
  },
  {
    name: 'spy-left-in-a-test',
    files: {
      ...RATES,
      'a.test.js': `
        const rates = require('./src/rates');
        afterEach(() => {
          /* after */
        });
        test('one', () => {
          jest.spyOn(rates, 'rate').mockReturnValue('spy'); // @spy
          expect(rates.rate()).toBe('spy');
        });
        test('two', () => expect(typeof rates.rate()).toBe('string'));`,
    },
    leaks: [
      exportLeak({
        grade: 'escaped',
        at: '@spy',
        siteIs: 'call',
        call: 'jest.spyOn',
        scopes: [inTest('one', { ownerAt: '@spy', escapedTo: 'two' })],
      }),
    ],
    twin: { swap: [['/* after */', 'jest.restoreAllMocks();']] },
  },
  {
    name: 'property-replaced-in-a-test',
    files: {
      ...RATES,
      'a.test.js': `
        const rates = require('./src/rates');
        test('one', () => {
          const replaced = jest.replaceProperty(rates, 'currency', 'NOK'); // @replace
          /* on */
          expect(rates.currency).not.toBe('EUR');
          /* end */
        });
        test('two', () => expect(typeof rates.currency).toBe('string'));`,
    },
    leaks: [
      exportLeak({
        key: './src/rates.js#currency',
        grade: 'escaped',
        at: '@replace',
        siteIs: 'call',
        call: 'jest.replaceProperty',
        scopes: [inTest('one', { escapedTo: 'two' })],
      }),
    ],
    twin: { swap: [['/* end */', 'replaced.restore();']] },
  },
  {
    name: 'property-replaced-and-written-on-by-hand',
    files: {
      ...RATES,
      'a.test.js': `
        const rates = require('./src/rates');
        test('one', () => {
          jest.replaceProperty(rates, 'currency', 'NOK'); // @replace
          rates.currency = 'SEK';
        });
        test('two', () => expect(rates.currency).toBe('SEK'));`,
    },
    leaks: [exportLeak({ key: './src/rates.js#currency', grade: 'escaped', at: '@replace', siteIs: 'call' })],
  },
  {
    name: 'deleted-in-a-test',
    files: {
      ...RATES,
      'a.test.js': `
        const rates = require('./src/rates');
        const { currency } = rates;
        test('one', () => { // @one
          delete rates.currency;
          /* end */
        });
        test('two', () => expect(Object.keys(rates)).toContain('rate'));`,
    },
    leaks: [exportLeak({ key: './src/rates.js#currency', grade: 'escaped', at: '@one', siteIs: 'scope' })],
    twin: { swap: [['/* end */', 'rates.currency = currency;']] },
  },
  {
    name: 'defined-as-a-getter',
    files: {
      ...RATES,
      'a.test.js': `
        const rates = require('./src/rates');
        let asked = 0;
        test('one', () => {
          Object.defineProperty(rates, 'currency', { configurable: true, get: () => (asked += 1) }); // @get
        });
        test('two', () => expect(asked).toBe(0));`,
    },
    leaks: [exportLeak({ key: './src/rates.js#currency', grade: 'escaped', at: '@get', siteIs: 'value' })],
  },
  {
    name: 'added-in-a-test',
    files: {
      ...RATES,
      'a.test.js': `
        const rates = require('./src/rates');
        test('one', () => {
          rates.extra = jest.fn(); // @extra
          /* end */
        });
        test('two', () => expect(rates.rate()).toBe('real'));`,
    },
    leaks: [exportLeak({ key: './src/rates.js#extra', grade: 'escaped', at: '@extra', siteIs: 'value' })],
    twin: { swap: [['/* end */', 'delete rates.extra;']] },
  },
  {
    name: 'replaced-as-a-whole',
    files: {
      ...RATES,
      'a.test.js': `
        const real = require('./src/rates');
        const cached = require.cache[require.resolve('./src/rates')];
        test('one', () => {
          cached.exports = { rate: () => 'fake' }; // @whole
          expect(require('./src/rates').rate()).toBe('fake');
          /* end */
        });
        test('two', () => expect(typeof require('./src/rates').rate()).toBe('string'));`,
    },
    leaks: [exportLeak({ key: './src/rates.js#module.exports', grade: 'escaped', at: '@whole', siteIs: 'value' })],
    twin: { swap: [['/* end */', 'cached.exports = real;']] },
  },
  {
    name: 'an-object-of-mocks',
    files: {
      'src/api.js': `exports.client = { get: () => 'real' };`,
      'a.test.js': `
        const api = require('./src/api');
        test('one', () => {
          api.client = { get: jest.fn() }; // @fake
        });
        test('two', () => expect(api).toBeDefined());`,
    },
    leaks: [exportLeak({ key: './src/api.js#client', grade: 'escaped', at: '@fake', siteIs: 'value' })],
  },
  {
    name: 'plain-data-written-by-somebody',
    files: {
      ...RATES,
      'a.test.js': `
        const rates = require('./src/rates');
        test('one', () => { // @one
          rates.currency = 'NOK';
          /* end */
        });
        test('two', () => expect(typeof rates.currency).toBe('string'));`,
    },
    leaks: [
      exportLeak({
        key: './src/rates.js#currency',
        grade: 'latent',
        at: '@one',
        siteIs: 'scope',
        scopes: [inTest('one', { escapedTo: null })],
      }),
    ],
    twin: { swap: [['/* end */', `rates.currency = 'EUR';`]] },
  },
  {
    name: 'one-level-below',
    files: {
      'src/shop.js': `
        class Shop {
          open() {
            return 'real';
          }
          static find() {
            return 'real';
          }
        }
        exports.Shop = Shop;
        exports.shop = new Shop();
        exports.tools = { cut: () => 'real' };
        exports.sell = function sell() {};`,
      'a.test.js': `
        const { Shop, shop, tools, sell } = require('./src/shop');
        test('one', () => {
          Shop.prototype.open = () => 'fake'; // @open
          Shop.find = () => 'fake'; // @find
          shop.close = () => 'fake'; // @close
          tools.cut = () => 'fake'; // @cut
          sell.at = () => 'fake'; // @at
        });
        test('two', () => expect(shop.open()).toBe('fake'));`,
    },
    leaks: [
      exportLeak({ key: './src/shop.js#Shop.find', grade: 'escaped', at: '@find' }),
      exportLeak({ key: './src/shop.js#Shop.prototype.open', grade: 'escaped', at: '@open' }),
      exportLeak({ key: './src/shop.js#shop.close', grade: 'escaped', at: '@close' }),
      exportLeak({ key: './src/shop.js#tools.cut', grade: 'escaped', at: '@cut' }),
      exportLeak({ key: './src/shop.js#sell.at', grade: 'escaped', at: '@at' }),
    ],
  },
  {
    name: 'a-class-as-the-exports',
    files: {
      'src/shop.js': `
        module.exports = class Shop {
          open() {
            return 'real';
          }
        };`,
      'a.test.js': `
        const Shop = require('./src/shop');
        test('one', () => {
          jest.spyOn(Shop.prototype, 'open').mockReturnValue('spy'); // @spy
          /* end */
        });
        test('two', () => expect(typeof new Shop().open()).toBe('string'));`,
    },
    leaks: [exportLeak({ key: './src/shop.js#prototype.open', grade: 'escaped', at: '@spy', siteIs: 'call' })],
    twin: { swap: [['/* end */', 'jest.restoreAllMocks();']] },
  },
  {
    name: 'spy-on-what-hangs-deeper',
    files: {
      'src/api.js': `exports.client = { http: { get: () => 'real' } };`,
      'a.test.js': `
        const { client } = require('./src/api');
        test('one', () => {
          jest.spyOn(client.http, 'get').mockReturnValue('spy'); // @spy
          /* end */
        });
        test('two', () => expect(typeof client.http.get()).toBe('string'));`,
    },
    leaks: [exportLeak({ key: './src/api.js#client.http.get', grade: 'escaped', at: '@spy', siteIs: 'call' })],
    twin: { swap: [['/* end */', 'jest.restoreAllMocks();']] },
  },
  {
    name: 'spy-on-what-no-module-exports',
    files: {
      'src/api.js': `
        const hidden = { get: () => 'real' };
        exports.reveal = () => hidden;`,
      'a.test.js': `
        const { reveal } = require('./src/api');
        test('one', () => {
          jest.spyOn(reveal(), 'get');
          jest.spyOn(console, 'debug').mockReturnValue();
          jest.spyOn(Math, 'random');
        });
        test('two', () => expect(reveal().get()).toBe('real'));`,
    },
    leaks: [],
  },
  {
    name: 'spy-on-a-module-that-another-one-loaded',
    files: {
      'src/db.js': `exports.pool = { query: () => 'real' };`,
      'src/app.js': `
        const { pool } = require('./db');
        exports.run = () => pool.query();
        exports.poolOf = () => pool;`,
      'a.test.js': `
        const app = require('./src/app');
        test('one', () => {
          jest.spyOn(app.poolOf(), 'query').mockReturnValue('spy'); // @spy
          expect(app.run()).toBe('spy');
          /* end */
        });
        test('two', () => expect(typeof app.run()).toBe('string'));`,
    },
    leaks: [exportLeak({ key: './src/db.js#pool.query', grade: 'escaped', at: '@spy', siteIs: 'call' })],
    twin: { swap: [['/* end */', 'jest.restoreAllMocks();']] },
  },
  {
    name: 'json-data-at-any-depth',
    files: {
      'src/data.json': `{ "list": [1], "deep": { "er": { "est": true } }, "kept": 1 }`,
      'a.test.js': `
        const data = require('./src/data.json');
        test('one', () => { // @one
          data.list.push(2);
          data.deep.er.est = false;
          /* end */
        });
        test('two', () => expect(data.kept).toBe(1));`,
    },
    leaks: [
      exportLeak({ key: './src/data.json#list', grade: 'escaped', at: '@one', siteIs: 'scope' }),
      exportLeak({ key: './src/data.json#deep', grade: 'escaped', at: '@one', siteIs: 'scope' }),
    ],
    twin: { swap: [['/* end */', 'data.list.pop(); data.deep.er.est = true;']] },
  },
  {
    name: 'json-data-put-back-by-a-hook',
    files: {
      'src/data.json': `{ "list": [1] }`,
      'a.test.js': `
        const data = require('./src/data.json');
        afterEach(() => {
          data.list.length = 1;
        });
        test('one', () => expect(data.list.push(2)).toBe(2));
        test('two', () => expect(data.list).toEqual([1]));`,
    },
    leaks: [],
  },
  {
    name: 'json-data-that-is-an-array',
    files: {
      'src/data.json': `[{ "id": 1 }]`,
      'a.test.js': `
        const data = require('./src/data.json');
        test('one', () => { // @one
          data[0].id = 2;
        });
        test('two', () => expect(data[0].id).toBe(2));`,
    },
    leaks: [exportLeak({ key: './src/data.json#0', grade: 'escaped', at: '@one' })],
  },
];
