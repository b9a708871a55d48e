import type { RuntimeShape } from '../runtime/shape';
import { defineProperty, freeze } from '../originals';

/** Where the helper file finds the environment; the symbol is the same in every realm. */
export const BRIDGE = Symbol.for('jest-hermetic.test');

/** What `jest-hermetic/test` calls: that file runs in the sandbox and loads nothing. Checks of arguments are its own. */
export interface TestBridge {
  /** Why `freshModules` cannot work here, or null. */
  whyNotFresh(): string | null;
  /** Begins a block of `freshModules`; `patterns` is null for the whole registry. The result ends it. */
  beginFresh(patterns: readonly string[] | null): () => void;
  allowLeak(rule: unknown): void;
}

/** Puts the bridge on the global object of the sandbox, where no loop over properties meets it. */
export function installTestBridge(global: object, bridge: TestBridge): void {
  defineProperty(global, BRIDGE, { value: freeze(bridge), enumerable: false, configurable: true, writable: false });
}

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
