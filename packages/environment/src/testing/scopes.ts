import type { HookKind } from '@jest-hermetic/leak-record';
import type { Context, Scope } from '../scopes/scope';

/** A scope as the tracker makes them. */
export function makeScope(type: Scope['type'], name: string | null, parent: Scope | null): Scope {
  return { type, name, parent, identity: {}, declaration: null, ended: false, marks: new Map() };
}

/** Another attempt of the same test. */
export function retryOf(test: Scope): Scope {
  return { ...test, ended: false, marks: new Map() };
}

/** The body of a scope is executing. */
export function inBody(scope: Scope, ownerFile = '/p/a.test.js'): Context {
  return { scope, hook: null, test: scope.type === 'test' ? scope : null, ownerFile, declaration: null };
}

/** A hook declared by `scope` is executing, for `test` if it is an each-hook. */
export function inHook(scope: Scope, hook: HookKind, test: Scope | null = null): Context {
  return { scope, hook, test, ownerFile: '/p/a.test.js', declaration: null };
}

/** One file: `cart` with the tests `adds` and `empties` and the inner `vat` with `rounds`; beside it the test `alone`. */
export function makeSuite(): Record<'file' | 'cart' | 'adds' | 'empties' | 'vat' | 'rounds' | 'alone', Scope> {
  const file = makeScope('file', null, null);
  const cart = makeScope('describe', 'cart', file);
  const vat = makeScope('describe', 'cart vat', cart);
  return {
    file,
    cart,
    adds: makeScope('test', 'cart adds', cart),
    empties: makeScope('test', 'cart empties', cart),
    vat,
    rounds: makeScope('test', 'cart vat rounds', vat),
    alone: makeScope('test', 'alone', file),
  };
}
