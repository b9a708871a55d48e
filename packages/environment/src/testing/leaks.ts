import type { FoundLeak } from '@jest-hermetic/leak-record';

/** A leak of a test in `a.test.js`, with what a test changes of it. */
export function makeLeak(changes: Partial<FoundLeak> = {}): FoundLeak {
  return {
    owner: 'a.test.js',
    kind: 'mock-registered',
    key: 'src/config.js',
    grade: 'escaped',
    site: { file: 'a.test.js', line: 5, column: 3 },
    siteIs: 'call',
    via: null,
    call: 'jest.doMock',
    virtual: false,
    module: 'cjs',
    scopes: [makeLeakScope('cart adds')],
    candidates: [],
    modules: [],
    was: null,
    is: null,
    allowed: null,
    recipe: 'mock-registered/doMock-in-test',
    ...changes,
  };
}

/** A test that leaked. */
export function makeLeakScope(name: string): FoundLeak['scopes'][number] {
  return { type: 'test', name, hook: null, ownerSite: null, escapedTo: null, observedBy: [] };
}
