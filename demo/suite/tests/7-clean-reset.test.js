let session;

beforeEach(() => {
  jest.resetModules();
  session = require('../src/session');
});

test('somebody signs in', () => {
  session.signIn('Robin');
  expect(session.currentUser()).toBe('Robin');
});

test('nobody is signed in at first', () => {
  expect(session.currentUser()).toBeNull();
});
