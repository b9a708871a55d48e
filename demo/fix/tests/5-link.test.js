const { createObjectURL } = URL;

URL.createObjectURL = jest.fn(() => 'stub:1');

afterAll(() => {
  URL.createObjectURL = createObjectURL;
});

test('a text gets a link', () => {
  expect(require('../src/link').linkFor('text')).toBe('stub:1');
});
