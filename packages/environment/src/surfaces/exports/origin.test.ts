import { judgeOrigin } from './origin';
import type { ChangeFacts, Origin } from './origin';

const unknown: ChangeFacts = {
  byCall: false,
  ownLoad: false,
  json: false,
  deleted: false,
  toMock: false,
  fromMock: false,
  madeIn: null,
  filled: false,
};

test.each<[string, Partial<ChangeFacts>, Origin]>([
  ['plain data of nobody knows who', {}, 'latent'],
  ['plain data by a call of Jest', { byCall: true }, 'act'],
  ['data of a JSON module', { json: true }, 'act'],
  ['plain data with which the module filled what held nothing', { filled: true }, 'none'],
  ['a mock there', { filled: true, toMock: true }, 'act'],
  ['what a test file made, there', { filled: true, madeIn: 'a test file' }, 'act'],
  ['what an unrelated file made, there', { filled: true, madeIn: 'elsewhere' }, 'latent'],
  ['a deletion', { deleted: true }, 'act'],
  ['a mock', { toMock: true }, 'act'],
  ['anything in place of a mock', { fromMock: true, madeIn: 'elsewhere' }, 'act'],
  ['what a test file made', { madeIn: 'a test file' }, 'act'],
  ['what the module made', { madeIn: 'the module itself' }, 'none'],
  ['a mock that the module, a helper, made', { toMock: true, madeIn: 'the module itself' }, 'none'],
  ['what a dependency made', { madeIn: 'a dependency of the module' }, 'none'],
  ['a mock, though a dependency made it', { toMock: true, madeIn: 'a dependency of the module' }, 'act'],
  ['what an unrelated file made', { madeIn: 'elsewhere' }, 'latent'],
  ['whatever the loading scope itself wrote', { ownLoad: true, byCall: true, toMock: true }, 'none'],
])('%s', (_name, facts, origin) => {
  expect(judgeOrigin({ ...unknown, ...facts })).toBe(origin);
});
