import type { ModuleMode } from '../runtime/shape';

/** What each method of the `jest` object does to the registrations. */
export const MOCK_CALLS: Readonly<Record<string, { mode: ModuleMode | 'automock'; registers: boolean }>> = {
  mock: { mode: 'cjs', registers: true },
  doMock: { mode: 'cjs', registers: true },
  setMock: { mode: 'cjs', registers: true },
  unmock: { mode: 'cjs', registers: false },
  dontMock: { mode: 'cjs', registers: false },
  deepUnmock: { mode: 'cjs', registers: false },
  unstable_mockModule: { mode: 'esm', registers: true },
  unstable_unmockModule: { mode: 'esm', registers: false },
  enableAutomock: { mode: 'automock', registers: true },
  autoMockOn: { mode: 'automock', registers: true },
  disableAutomock: { mode: 'automock', registers: false },
  autoMockOff: { mode: 'automock', registers: false },
};
