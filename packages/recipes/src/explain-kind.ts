import type { Kind } from '@jest-hermetic/leak-record';
import { RECIPES } from './recipe-for';

/**
 * The text of `npx jest-hermetic explain <kind>`: what the kind is, why it hurts, and every recipe on an example.
 * `jest` is the version whose calls are named; null means the newest.
 */
export function explainKind(kind: Kind, jest: string | null = null): string {
  const { what, hurts, forms, example } = RECIPES[kind];
  const recipes = Object.entries(forms).map(([form, { when, fix, why }]) => {
    const leak = example(form);
    const near = why(leak, { jest });
    return [
      `${kind}/${form}`,
      `  You get this when ${when}.`,
      ...(near === null ? [] : [`  ${near}`]),
      ...fix(leak, { jest }).map((line) => `  ${line}`),
    ].join('\n');
  });
  return [`${kind}\n\n${what}\n\nWhy it hurts: ${hurts}`, ...recipes].join('\n\n') + '\n';
}
