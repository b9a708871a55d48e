import type { FoundLeak } from '@jest-hermetic/leak-record';

/** What the recipes need of a leak: everything but the recipe itself. */
export type LeakFacts = Omit<FoundLeak, 'recipe'>;

/** How a property was changed, as its descriptors before and after tell. */
export type SlotWrite = 'assigned' | 'defined' | 'deleted';

/** What only the environment knows when it chooses a recipe. */
export interface RecipeHints {
  /** The registration replaced one that the top level of the file (or a setup file) had made. */
  overTopLevel: boolean;
  /** The act was made in an `afterEach` or `afterAll`, as a cleanup. */
  cleanupHook: boolean;
  /** The value left behind is a spy of Jest's (`spyOn`, `replaceProperty`). */
  spy: boolean;
  /** The act was made while an `isolateModules` callback was running. */
  insideIsolate?: boolean;
  /** For properties; see `howWritten`. Left out, it counts as assigned. */
  slot?: SlotWrite;
}

/** What the reader of a recipe has at hand; everything but `jest` may be left out. */
export interface RecipeContext {
  /** Version of Jest in use, or null when it is not known. */
  jest: string | null;
  /** Whether a path relative to the global rootDir is a file; it tells `chart.js` the package from `chart.js` the file. */
  isFile?: (path: string) => boolean;
  /** The source line of the site: the module is then named as the user wrote it. */
  sourceLine?: string | null;
  /** What the commands in a recipe need behind `--`, ready for a shell: `-c jest.unit.config.js`. */
  jestArguments?: string | null;
}

/** What to tell the user about one leak. */
export interface Recipe {
  /** What happened, in one sentence. */
  sentence: string;
  /** What to do: sentences, and lines of code indented by two spaces. */
  fix: string[];
  /** Why the call that comes to mind first does not undo it; null when there is none. */
  why: string | null;
}

/** One form of a kind: when it is this one, and what undoes it. */
export interface RecipeForm {
  /** When this form applies, as the end of "You get this when ...". */
  when: string;
  fix(leak: LeakFacts, context: RecipeContext): string[];
  why(leak: LeakFacts, context: RecipeContext): string | null;
}

/** Everything that is said about one kind. */
export interface KindRecipes {
  /** What the kind is. */
  what: string;
  /** Why it hurts. */
  hurts: string;
  /** The form that fits, a key of `forms`. */
  choose(leak: LeakFacts, hints: RecipeHints): string;
  sentence(leak: LeakFacts, form: string, context: RecipeContext): string;
  forms: Record<string, RecipeForm>;
  /** A leak of each form to explain it by; `form` is a key of `forms`. */
  example(form: string): LeakFacts;
}
