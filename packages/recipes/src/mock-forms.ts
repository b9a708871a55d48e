import { code, hook, hooksFor } from './hooks';
import { isTestScope, isolatedLoad, keptInside, mockCall, undoAfterwards } from './mock-code';
import type { RecipeForm } from './recipe';
import { quoted, requestOf } from './request';

const KEEPS_REGISTRATIONS =
  'jest.resetModules() drops loaded modules but keeps registrations, and so do jest.restoreAllMocks() and jest.resetAllMocks().';

/** A mock registered in a test's body. */
export function mockInTest(): RecipeForm {
  return {
    when: 'jest.doMock or jest.mock is called in a test and not taken back',
    why: () => KEEPS_REGISTRATIONS,
    fix: (leak, context) => {
      const request = quoted(requestOf(leak, context));
      return [
        ...undoAfterwards(leak, `jest.dontMock(${request});`),
        ...keptInside(`${mockCall(leak, request, context)};`, '/* require what needs the mock */'),
      ];
    },
  };
}

/** A mock registered by a describe block, in its body or a hook. */
export function mockInDescribe(when: string): RecipeForm {
  return {
    when,
    why: (leak) =>
      leak.scopes[0]?.hook === null
        ? 'The body of a describe block runs before every test of the file, and nothing takes its mocks back at its end.'
        : KEEPS_REGISTRATIONS,
    fix: (leak, context) => {
      const request = quoted(requestOf(leak, context));
      return isolatedLoad(leak, mockCall(leak, request, context), `jest.dontMock(${request});`);
    },
  };
}

/** A mock registered over the one that the top level of the file had made. */
export function overTopLevelMock(): RecipeForm {
  return {
    when: 'a mock is registered over one that the top of the file registers',
    why: () =>
      'jest.dontMock() would take away the mock of the top as well, and a jest.doMock() without a factory runs the last one given.',
    fix: (leak, context) => {
      const request = quoted(requestOf(leak, context));
      const { after, place } = hooksFor(leak);
      const again = `jest.doMock(${request}, () => mockTop());`;
      const reset = isTestScope(leak) ? ['jest.resetModules();'] : [];
      return [
        'Give the factory of the top a name (one that begins with mock), and register it again:',
        ...code(`jest.mock(${request}, () => mockTop());`, 'function mockTop() { return ...; }'),
        `${place}:`,
        ...code(hook(after, again, ...reset)),
        'If the top gives no factory, make the same automock again there:',
        ...code(hook(after, `jest.doMock(${request}, () => jest.createMockFromModule(${request}));`, ...reset)),
        ...(isTestScope(leak)
          ? []
          : ['Load what needs the mock inside jest.isolateModules(), so that it does not stay loaded.']),
        'or keep one mock, made of jest.fn(), and change its answers: mockReturnValueOnce(...).',
      ];
    },
  };
}

/** A mock taken away that an enclosing scope had registered. */
export function takenAwayMock(): RecipeForm {
  return {
    when: 'jest.unmock, jest.dontMock or jest.deepUnmock takes away a mock that an outer scope registered',
    why: () =>
      'jest.resetModules() does not bring the mock back. A jest.doMock() without a factory does: Jest still has the one given at the top.',
    fix: (leak, context) => {
      const request = quoted(requestOf(leak, context));
      const back = `jest.doMock(${request});`;
      const undo = isTestScope(leak)
        ? undoAfterwards(leak, back)
        : isolatedLoad(leak, `jest.dontMock(${request})`, back);
      return [
        ...undo,
        'or leave the mock alone and ask for the real module where it is needed:',
        ...code(`jest.requireActual(${request})`),
      ];
    },
  };
}

/** Automock switched on or off. */
export function switchedAutomock(): RecipeForm {
  return {
    when: 'jest.enableAutomock or jest.disableAutomock is called and not taken back',
    why: () => 'jest.resetModules() keeps the switch as it is.',
    fix: (leak) => {
      const on = /enable|autoMockOn/.test(leak.call ?? 'enable');
      const [done, undone] = on ? ['enableAutomock', 'disableAutomock'] : ['disableAutomock', 'enableAutomock'];
      const undo = `jest.${undone}();`;
      const fix = isTestScope(leak) ? undoAfterwards(leak, undo) : isolatedLoad(leak, `jest.${done}()`, undo);
      return on
        ? [
            ...fix,
            'or mock only the module that you mean:',
            ...code("jest.doMock('./config', () => jest.createMockFromModule('./config'));"),
          ]
        : fix;
    },
  };
}

/** A mock of an ES module. */
export function esmMock(): RecipeForm {
  return {
    when: 'jest.unstable_mockModule is called and not taken back',
    why: (_leak, { jest }) =>
      lacksUnmockModule(jest)
        ? 'Jest 29 has no call that takes back a mock of an ES module: jest.unmock() and jest.dontMock() are for require() only.'
        : 'jest.unmock() and jest.dontMock() are for require() only, and jest.resetModules() keeps registrations.',
    fix: (leak, context) => {
      const request = quoted(requestOf(leak, context));
      if (lacksUnmockModule(context.jest)) {
        return [
          'Move the tests that need the mock to a file of their own, and mock at its top:',
          ...code(`jest.unstable_mockModule(${request}, ...);`),
          'or update to Jest 30, which has jest.unstable_unmockModule().',
          ...keptInsideAsync(request),
        ];
      }
      if (leak.call?.endsWith('unmockModule')) {
        return [
          'Register the mock again with its factory:',
          ...undoAfterwards(leak, `jest.unstable_mockModule(${request}, ...);`),
        ];
      }
      return [...undoAfterwards(leak, `jest.unstable_unmockModule(${request});`), ...keptInsideAsync(request)];
    },
  };
}

/** An object registered with `setMock`. */
export function setMock(): RecipeForm {
  return {
    when: 'jest.setMock is called and not taken back',
    why: () => 'There is no unsetMock, and jest.resetModules() keeps registrations; jest.dontMock() takes it back.',
    fix: (leak, context) => undoAfterwards(leak, `jest.dontMock(${quoted(requestOf(leak, context))});`),
  };
}

/** A mock of a module that does not exist. */
export function virtualMock(): RecipeForm {
  return {
    when: 'a virtual mock is registered and not taken back',
    why: () => KEEPS_REGISTRATIONS,
    fix: (leak, context) => {
      const request = quoted(requestOf(leak, context));
      if (!isTestScope(leak)) return isolatedLoad(leak, mockCall(leak, request, context), `jest.dontMock(${request});`);
      return [
        'Take it back where it was made; before it is registered jest.dontMock() cannot find the module and throws:',
        ...code(
          `${mockCall(leak, request, context)};`,
          'try {',
          '  // load and check what needs it',
          '} finally {',
          `  jest.dontMock(${request});`,
          '  jest.resetModules();',
          '}',
        ),
      ];
    },
  };
}

function keptInsideAsync(request: string): string[] {
  return [
    'or keep it inside, with the helper of jest-hermetic/test that puts everything back:',
    ...code(`await freshModules(async () => { jest.unstable_mockModule(${request}, ...); await import(...); });`),
  ];
}

function lacksUnmockModule(jest: string | null): boolean {
  return jest !== null && Number.parseInt(jest, 10) < 30;
}
