/**
 * The stack of the error that marks a declaration. Jest's source maps format it when it is first read, with functions
 * that a test may have broken for good: then there is none.
 */
export function stackOf(declaration: { readonly stack?: string } | null): string | null {
  try {
    const stack: unknown = declaration?.stack;
    return typeof stack === 'string' ? stack : null;
  } catch {
    return null;
  }
}
