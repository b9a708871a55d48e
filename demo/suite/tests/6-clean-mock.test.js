afterEach(() => {
  jest.dontMock('../src/config');
  jest.resetModules();
});

test('applies the discount', () => {
  jest.doMock('../src/config', () => ({ discount: 0.5 }));
  expect(require('../src/cart').total([10])).toBe(5);
});

test('costs the full price without one', () => {
  expect(require('../src/cart').total([10])).toBe(10);
});
