import { SOURCES, inTest, mockLeak, type ExpectedLeak, type Older, type Situation } from './situation';

const WAIT = `const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));`;

/** Two tests that overlap: `one` runs from 0 to 60 ms and acts at 20, `two` from 0 to 40. Others follow. */
const overlapping = (load: string, act: string): string => `
        ${WAIT}
        ${load}
        test.concurrent('one', async () => {
          await wait(20);
          ${act}
          await wait(40);
        });
        test.concurrent('two', async () => { // @two
          await wait(40);
        });
        test('three', () => wait(90));
        test('four', () => {});`;

const exportLeak = (rest: Partial<ExpectedLeak> & Pick<ExpectedLeak, 'at'>): ExpectedLeak => ({
  kind: 'export-mutated',
  key: './src/app.js#mode',
  grade: 'escaped',
  candidates: [],
  ...rest,
});

/** These lines of Jest run the other tests of a file in between. */
const interleaved = (leak: ExpectedLeak, candidates: string[]): Older => ({
  from: '30.0.0',
  than: '30.2.0',
  leaks: [{ ...leak, candidates }],
});

const jsonLeak = exportLeak({
  key: './src/list.json#list',
  at: '@two',
  siteIs: 'scope',
  candidates: ['one', 'two'],
  scopes: [inTest('two')],
});
const eventsLeak: ExpectedLeak = { ...jsonLeak, kind: 'core-module-mutated', key: 'events.defaultMaxListeners' };
const onlyLeak: ExpectedLeak = { ...jsonLeak, at: '@one', candidates: [], scopes: [inTest('one')] };

/** Tests that run at the same time: who acted is known by the call or by the value, or else there are candidates. */
export const concurrent: Situation[] = [
  {
    name: 'registration',
    files: {
      ...SOURCES,
      'a.test.js': overlapping('', `jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock`),
    },
    leaks: [mockLeak({ grade: 'escaped', at: '@mock', candidates: [], scopes: [inTest('one')] })],
  },
  {
    name: 'export-written-with-a-function',
    files: {
      ...SOURCES,
      'a.test.js': overlapping(`const app = require('./src/app');`, `app.mode = () => 'stub'; // @stub`),
    },
    leaks: [exportLeak({ at: '@stub', siteIs: 'value', scopes: [inTest('one')] })],
  },
  {
    name: 'export-written-with-a-mock',
    files: {
      ...SOURCES,
      'a.test.js': overlapping(`const app = require('./src/app');`, `app.mode = jest.fn(); // @stub`),
    },
    leaks: [exportLeak({ at: '@stub', siteIs: 'value', scopes: [inTest('one')] })],
  },
  {
    name: 'export-spied-on',
    files: {
      ...SOURCES,
      'a.test.js': overlapping(`const app = require('./src/app');`, `jest.spyOn(app, 'mode'); // @spy`),
    },
    leaks: [exportLeak({ at: '@spy', siteIs: 'call', scopes: [inTest('one')] })],
  },
  {
    name: 'json-data-has-candidates',
    files: {
      'src/list.json': `{ "list": [] }`,
      'a.test.js': overlapping(`const data = require('./src/list.json');`, `data.list.push(1);`),
    },
    leaks: [jsonLeak],
    older: interleaved(jsonLeak, ['one', 'three', 'two']),
  },
  {
    name: 'core-module-spied-on',
    files: { 'a.test.js': overlapping(`const os = require('os');`, `jest.spyOn(os, 'uptime'); // @spy`) },
    leaks: [
      {
        kind: 'core-module-mutated',
        key: 'os.uptime',
        grade: 'escaped',
        at: '@spy',
        siteIs: 'call',
        candidates: [],
        scopes: [inTest('one')],
      },
    ],
  },
  {
    name: 'core-module-written-with-data-has-candidates',
    files: { 'a.test.js': overlapping(`const events = require('events');`, `events.defaultMaxListeners = 11;`) },
    leaks: [eventsLeak],
    older: interleaved(eventsLeak, ['one', 'three', 'two']),
  },
  {
    name: 'the-only-one-that-runs',
    files: {
      'src/list.json': `{ "list": [] }`,
      'a.test.js': `
        ${WAIT}
        const data = require('./src/list.json');
        test.concurrent('one', async () => { // @one
          await wait(20);
          data.list.push(1);
        });
        test('two', () => wait(40));
        test('three', () => {});`,
    },
    leaks: [onlyLeak],
    older: interleaved(onlyLeak, ['two', 'one']),
  },
];
