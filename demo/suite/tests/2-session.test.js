const session = require('../src/session');

test('a cold process greets a guest', () => {
  jest.resetModules();
  expect(require('../src/greeting').greet()).toBe('hello, guest');
});

test('signing in keeps the greeting polite', () => {
  session.signIn('Robin');
  expect(require('../src/greeting').greet()).toMatch(/^hello/);
});
