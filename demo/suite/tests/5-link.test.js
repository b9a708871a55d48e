URL.createObjectURL = jest.fn(() => 'stub:1');

test('a text gets a link', () => {
  expect(require('../src/link').linkFor('text')).toBe('stub:1');
});
