import { OUTSIDE_OWNER, type FoundLeak, type Kind } from '@jest-hermetic/leak-record';
import { coreModuleMutated } from './core-module-mutated';
import { exportMutated } from './export-mutated';
import { hostObjectMutated } from './host-object-mutated';
import { hostRequireCache } from './host-require-cache';
import { mockRegistered } from './mock-registered';
import { modulePurged } from './module-purged';
import { processState } from './process-state';
import type { KindRecipes, LeakFacts, Recipe, RecipeContext, RecipeHints } from './recipe';

/** The recipes of every kind. */
export const RECIPES: Record<Kind, KindRecipes> = {
  'module-purged': modulePurged,
  'mock-registered': mockRegistered,
  'export-mutated': exportMutated,
  'core-module-mutated': coreModuleMutated,
  'host-object-mutated': hostObjectMutated,
  'process-state': processState,
  'host-require-cache': hostRequireCache,
};

/** The id of the recipe that fits a leak: `<kind>/<form>`. */
export function chooseRecipe(leak: LeakFacts, hints: RecipeHints): string {
  return `${leak.kind}/${RECIPES[leak.kind].choose(leak, hints)}`;
}

/**
 * What to tell the user about a leak on this version of Jest. A recipe id of another version of this package falls
 * back to the form that the leak itself suggests.
 */
export function recipeFor(leak: FoundLeak, context: RecipeContext): Recipe {
  const kind = RECIPES[leak.kind];
  const written = leak.recipe.slice(leak.kind.length + 1);
  const form = Object.hasOwn(kind.forms, written) ? written : kind.choose(leak, NO_HINTS);
  const recipe = kind.forms[form];
  if (recipe === undefined)
    throw new Error(`jest-hermetic has no recipe ${leak.kind}/${form}. This is a bug of jest-hermetic.`);
  const sentence = kind.sentence(leak, form, context);
  const foreign = foreignFix(leak, context);
  if (foreign !== null) return { sentence, fix: foreign, why: null };
  return { sentence, fix: recipe.fix(leak, context), why: recipe.why(leak, context) };
}

const NO_HINTS: RecipeHints = { overTopLevel: false, cleanupHook: false, spy: false };

/** What to do where the code that leaks is not the user's own; null where it is. */
function foreignFix(
  { owner, kind, key, candidates }: FoundLeak,
  { jestArguments = null }: RecipeContext,
): string[] | null {
  if (owner === OUTSIDE_OWNER) {
    const files = candidates.length > 0 ? ` (${candidates.join(', ')})` : '';
    return [`It was there before the file began. Guard the files that ran before${files}, to see which one it is.`];
  }
  if (!owner.startsWith('node_modules/')) return null;
  const rest = jestArguments === null ? '' : ` -- ${jestArguments}`;
  const name = owner.slice('node_modules/'.length);
  return [
    `The package ${name} does it. Mock the package where it is not under test, look for a newer version, or write down why it stays:`,
    `  npx jest-hermetic accept ${owner} ${kind} ${JSON.stringify(key)} --reason "..."${rest}`,
  ];
}
