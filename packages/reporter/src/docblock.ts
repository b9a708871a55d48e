/** The environment that a test file asks for in its docblock, or null: `jsdom` of `@jest-environment jsdom`. */
export function docblockEnvironment(source: string): string | null {
  const docblock = /^\s*(?:#!.*)?\s*\/\*\*?[\s\S]*?\*\//.exec(source)?.[0] ?? '';
  return /@jest-environment\s+(\S+)/.exec(docblock)?.[1] ?? null;
}
