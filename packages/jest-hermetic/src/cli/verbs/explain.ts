import { EXIT_CODES, type Kind } from '@jest-hermetic/leak-record';
import { explainKind } from '@jest-hermetic/recipes';
import type { Host } from '../host';

/** Prints what the kind is, why it hurts, and its recipes. */
export function explain(host: Host, kind: Kind): number {
  host.print(explainKind(kind).trimEnd());
  return EXIT_CODES.clean;
}
