import type { RuntimeShape } from '../runtime/shape';

/** What tests write to get the helpers. */
const HELPER = 'jest-hermetic/test';

/**
 * Keeps automock away from the helpers: a mocked `freshModules` would run nothing, and the test would pass without a
 * word. Who mocks them by name gets the mock.
 */
export function keepHelperReal(shape: RuntimeShape): void {
  shape.hookRequireModuleOrMock({
    instead(from, request) {
      if (request !== HELPER || !shape.isAutomock()) return null;
      const isMockedByName = shape.explicit('cjs').has(shape.moduleId('cjs', from, request));
      return isMockedByName ? null : { result: shape.requireActual(from, request) };
    },
  });
}
