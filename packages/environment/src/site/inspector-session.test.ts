import { ask, closeSession, openSession } from './inspector-session';

test('answers at once, and refuses with the name of the message', () => {
  const session = openSession()!;
  try {
    expect(ask(session, 'Runtime.evaluate', { expression: '1 + 1' })).toMatchObject({ result: { value: 2 } });
    expect(() => ask(session, 'No.such')).toThrow("V8's inspector refused No.such.");
  } finally {
    closeSession(session, 'none');
  }
});

test('a closed session takes no more messages', () => {
  const session = openSession()!;
  closeSession(session, 'none');
  expect(() => ask(session, 'Runtime.evaluate', { expression: '1' })).toThrow();
});
