import { exportedAt, isLiveBinding, noteCopies } from './live-binding';

/** The exports of a module that a compiler wrote, with one getter; `Cart` is a variable of the module. */
function exportsWith(getter: string, flags = 'enumerable: true'): { exported: object; calls: string[] } {
  const calls: string[] = [];
  const body = `
    const counters = { f: [0], s: [0] };
    const cov_1a2b = () => counters;
    const Cart = 'the cart';
    const other = { get Cart() { calls.push('other'); return 1; } };
    return Object.defineProperty({}, 'Cart', { ${flags}, get: ${getter} });`;
  return { exported: new Function('calls', body)(calls) as object, calls };
}

const ofLiteral = (getter: string): string =>
  `(literal => Object.getOwnPropertyDescriptor(literal, Object.keys(literal)[0]).get)({ ${getter} })`;

test.each([
  ['swc', ofLiteral('get Cart () {\n        return Cart;\n    }')],
  ['swc, a name in quotes', ofLiteral('get "a-b" () { return Cart; }')],
  ['swc, a single export', 'function() {\n        return Cart;\n    }'],
  ['esbuild', '() => Cart'],
  ['minified', '()=>Cart'],
  ['counted for coverage', 'function () { cov_1a2b().f[0]++; cov_1a2b().s[0]++; return Cart; }'],
  [
    'counted for coverage as Jest does it',
    ofLiteral('get Cart() {\n /* istanbul ignore next */\n cov_1a2b().f[0]++;\n cov_1a2b().s[0]++;\n return Cart;\n}'),
  ],
  ['an arrow counted for coverage', '() => { cov_1a2b().f[0]++; cov_1a2b().s[0]++; return Cart; }'],
])('%s: a getter that only names a variable is read', (_name, getter) => {
  const { exported } = exportsWith(getter);
  expect(exportedAt(exported, 'Cart')).toBe('the cart');
});

test.each([
  ['a re-export', 'function () { return other.Cart; }'],
  ['a call', "() => calls.push('made')"],
  ['two statements', "function () { calls.push('made'); return Cart; }"],
  ['a call among the counters', "function () { cov_1a2b().f[0]++; calls.push('made'); return Cart; }"],
  ['a counter of something else', "function () { calls.push('made'); cov_1a2b().f[calls.length]++; return Cart; }"],
  ['a default', "(made = calls.push('made')) => Cart"],
  ['a comma', "() => (calls.push('made'), Cart)"],
  ['a template', "() => `${calls.push('made')}`"],
  ['a bound function', "function () { calls.push('made'); return Cart; }.bind(null)"],
  ['a proxy', "new Proxy(() => Cart, { apply() { calls.push('made'); } })"],
])('%s is not called', (_name, getter) => {
  const { exported, calls } = exportsWith(getter);
  expect(exportedAt(exported, 'Cart')).toBeUndefined();
  expect(calls).toEqual([]);
});

test.each([
  ['that can be redefined, as users write it', 'configurable: true'],
  ['beside a setter', 'set: () => {}'],
])('a property %s is no live binding', (_name, flags) => {
  const { exported } = exportsWith('() => Cart', flags);
  expect(isLiveBinding(exported, 'Cart')).toBe(false);
});

test('a variable that is not there yet is nothing', () => {
  expect(exportedAt(exportsWith('() => neverDeclared').exported, 'Cart')).toBeUndefined();
});

test('data stays data', () => {
  expect([exportedAt({ a: 1 }, 'a'), exportedAt({}, 'a')]).toEqual([1, undefined]);
});

/** What esbuild makes of a module: the exports are getters on an object, which are copied onto another one. */
function copied(list: string): { exported: object; code: string; calls: string[] } {
  const calls: string[] = [];
  const code = `
var __copyProps = (to, from) => {
  for (let key of Object.getOwnPropertyNames(from)) Object.defineProperty(to, key, { get: () => from[key], enumerable: true });
  return to;
};
var __export = (target, all) => {
  for (var name in all) Object.defineProperty(target, name, { get: all[name], enumerable: true });
};
var cart_exports = {};
__export(cart_exports, {
${list}
});
var Cart = 'the cart';
var import_other = { get x() { calls.push('other'); return 1; } };
return __copyProps({}, cart_exports);`;
  return { exported: new Function('calls', code)(calls) as object, code, calls };
}

test('what esbuild copies is read where its list says that it only names a variable', () => {
  const { exported, code, calls } = copied('  Cart: () => Cart,\n  "the-cart": () => Cart,\n  x: () => import_other.x');
  expect(exportedAt(exported, 'Cart')).toBeUndefined();
  noteCopies(exported, () => code);
  expect([exportedAt(exported, 'Cart'), exportedAt(exported, 'the-cart')]).toEqual(['the cart', 'the cart']);
  expect(isLiveBinding(exported, 'x')).toBe(false);
  expect(exportedAt(exported, 'x')).toBeUndefined();
  expect(calls).toEqual([]);
});

test('copies whose list is not known are not read, nor is their code where there are none', () => {
  const { exported } = copied('  Cart: () => Cart');
  noteCopies(exported, () => undefined);
  noteCopies(exported, () => 'another code');
  expect(exportedAt(exported, 'Cart')).toBeUndefined();
  const codeOf = jest.fn();
  noteCopies({ Cart: 1 }, codeOf);
  expect(codeOf).not.toHaveBeenCalled();
});
