import type { Grade, Kind, ModuleEffect, SiteIs } from '@jest-hermetic/leak-record';
import type { ModuleMode } from '../runtime/shape';
import type { Context } from '../scopes/scope';
import type { ActFrames, RawFrame } from '../site/frame';

/** Where a load stands: a frame, or, for a static `import` that has none, the importing file and its request. */
export type LoadPlace = RawFrame | { importer: string; request: string };

/** An outside test or hook received what an act left. */
export interface ActReceipt {
  readonly context: Context;
  readonly from: LoadPlace | null;
  readonly sameTestRetry: boolean;
}

/** The value that an act left in a slot, and the one it found; held until the act is undone or reported. */
export interface ActValue {
  readonly before: unknown;
  readonly after: unknown;
  /** The function whose making is the site, where it is not the value itself (a listener). */
  readonly made?: unknown;
}

/** See `RecipeHints` of the recipes; all false unless said. */
export interface ActHints {
  readonly overTopLevel?: boolean;
  readonly insideIsolate?: boolean;
  readonly spy?: boolean;
}

/** What is known of an act when it is made. */
export interface ActFacts {
  readonly kind: Kind;
  /** As reported: `src/x.js`, `registry`, `fs.readFileSync`. */
  readonly key: string;
  readonly context: Context;
  readonly frames: ActFrames | null;
  /** How exact `frames` are; decided later (`value` or `scope`) when there are none. */
  readonly siteIs: SiteIs | null;
  readonly call: string | null;
  readonly virtual: boolean;
  readonly module: ModuleMode | null;
  readonly value: ActValue | null;
  /** What only this moment knows of the form of the act, for the choice of a recipe. */
  readonly hints: ActHints;
  /** Who else may have made it; the scope of `context` is then only the last of them. */
  readonly candidates?: readonly Context[];
}

/** One change to shared module state, with what followed from it. */
export interface Act extends ActFacts {
  /** Position in the order of everything that happened in the file. */
  readonly at: number;
  readonly modules: Map<string, ModuleEffect['effect']>;
  grade: Grade | null;
  escapedTo: Context | null;
  readonly receipts: ActReceipt[];
}
