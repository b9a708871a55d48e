import { firstLineShift } from './first-line-shift';

const start = '({"Object.<anonymous>":function(module){';

class Runtime29 {
  wrapper = start;
  constructModuleWrapperStart() {
    return this.wrapper;
  }
  unstable_shouldLoadAsEsm(file: string) {
    return file.endsWith('.mjs');
  }
}

test('twice the wrapper for CommonJS under Jest 29, nothing for native ESM', () => {
  const shiftOf = firstLineShift(new Runtime29());
  expect(shiftOf('/r/a.js')).toBe(start.length * 2);
  expect(shiftOf('/r/a.mjs')).toBe(0);
});

test.each([{}, { constructModuleWrapperStart: () => null }])('0 under any other runtime: %p', (runtime) => {
  expect(firstLineShift(runtime)('/r/a.js')).toBe(0);
});

test('a lookup that fails is taken for CommonJS', () => {
  const runtime = new Runtime29();
  runtime.unstable_shouldLoadAsEsm = () => {
    throw new Error('fs is broken');
  };
  expect(firstLineShift(runtime)('/r/a.mjs')).toBe(start.length * 2);
});
