import { identityOf } from './index';

test('the parts of an identity cannot run into each other', () => {
  const names = ['a', 'b', 'ab', 'a b', '1 a', 'a process-state b', ''];
  const all = names.flatMap((owner) =>
    (['process-state', 'mock-registered'] as const).flatMap((kind) => names.map((key) => ({ owner, kind, key }))),
  );
  expect(new Set(all.map(identityOf)).size).toBe(all.length);
});
