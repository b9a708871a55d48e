import { stringLastIndexOf, stringSlice } from '../../originals';

/** Code without the source map that stands in it, which is often longer than the code. */
export function withoutMap(code: string): string {
  const at = stringLastIndexOf(code, '\n//# sourceMappingURL=data:');
  return at === -1 ? code : stringSlice(code, 0, at);
}
