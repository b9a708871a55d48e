beforeEach(() => {
  jest.resetModules();
});

test('applies the discount', () => {
  jest.doMock('../src/config', () => ({ discount: 0.5 }));
  expect(require('../src/cart').total([10, 20])).toBe(15);
});

test('an empty cart costs nothing', () => {
  expect(require('../src/cart').total([])).toBe(0);
});
