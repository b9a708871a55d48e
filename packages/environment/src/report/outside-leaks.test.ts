import { outsideLeaks } from './outside-leaks';

test('what was there before the file is charged to nobody', () => {
  const read = (): void => {};
  const [slot, state, ...more] = outsideLeaks(
    [
      {
        kind: 'core-module-mutated',
        key: 'fs.readFileSync',
        object: {},
        property: 'readFileSync',
        before: { value: read, writable: true, enumerable: true, configurable: true },
        after: undefined,
      },
    ],
    [{ kind: 'process-state', key: 'process.cwd', before: '/p', after: '/tmp', added: [] }],
  );
  expect(more).toEqual([]);
  expect(slot).toMatchObject({
    owner: '(outside)',
    kind: 'core-module-mutated',
    key: 'fs.readFileSync',
    grade: 'escaped',
    site: null,
    scopes: [],
    candidates: [],
    was: 'function read',
    is: 'absent',
    recipe: 'core-module-mutated/deleted',
  });
  expect(state).toMatchObject({ owner: '(outside)', key: 'process.cwd', was: '"/p"', is: '"/tmp"' });
  expect(state?.recipe).toMatch(/^process-state\//);
});
