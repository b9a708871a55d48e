export type { LeakFacts, Recipe, RecipeContext, RecipeHints, SlotWrite } from './recipe';
export { lockIn } from './locks';
export { howWritten } from './slot';
export { chooseRecipe, recipeFor, RECIPES } from './recipe-for';
export { requireCacheInstead } from './require-cache-instead';
export { explainKind } from './explain-kind';
