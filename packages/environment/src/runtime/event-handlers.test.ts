import { joinFirstHandler } from './event-handlers';

const HANDLERS = Symbol.for('EVENT_HANDLERS');

type Handler = (event: { name: string }) => unknown;

/** A sandbox with handlers, and circus's way to tell them of an event. */
function circus(handlers: Handler[]): { sandbox: object; dispatch: (name: string) => Promise<number> } {
  const sandbox = { [HANDLERS]: handlers };
  const dispatch = async (name: string): Promise<number> => {
    let awaited = 0;
    for (const handler of handlers) {
      awaited += 1;
      await handler({ name });
    }
    return awaited;
  };
  return { sandbox, dispatch };
}

test('from the second event on it goes along with the first handler, after it, and is called once for each event', async () => {
  const calls: string[] = [];
  const own: Handler = ({ name }) => {
    calls.push(`own ${name}`);
    if (name === 'setup') joinFirstHandler(sandbox, own as never);
  };
  const of =
    (who: string): Handler =>
    ({ name }) =>
      calls.push(`${who} ${name}`);
  const { sandbox, dispatch } = circus([of('first'), own, of('last')]);
  const awaited = [await dispatch('setup'), await dispatch('add_test'), await dispatch('run_start')];
  expect(awaited).toEqual([3, 2, 2]);
  const order = (name: string, whos: string[]): string[] => whos.map((who) => `${who} ${name}`);
  expect(calls).toEqual([
    ...order('setup', ['first', 'own', 'last']),
    ...order('add_test', ['first', 'own', 'last']),
    ...order('run_start', ['first', 'own', 'last']),
  ]);
});

test('what the first handler answers, circus gets', async () => {
  const own: Handler = () => 'own';
  const handlers: Handler[] = [() => 'answer', own];
  joinFirstHandler({ [HANDLERS]: handlers }, own as never);
  expect(handlers[0]?.({ name: 'x' })).toBe('answer');
});

test('nothing is moved where circus keeps its handlers elsewhere, or has not got this one', () => {
  const own: Handler = () => {};
  expect(() => joinFirstHandler({}, own as never)).not.toThrow();
  const first: Handler = () => {};
  const handlers = [first];
  joinFirstHandler({ [HANDLERS]: handlers }, own as never);
  expect(handlers).toEqual([first]);
});
