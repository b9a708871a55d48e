import type { AnyNode } from 'acorn';
import { childrenOf, namesIn, parseCode, WriteReader } from './write-reader';
import type { PropertyUse } from './write-reader';

/** What code writes, whenever that runs. */
export interface AllWrites {
  readonly writes: readonly PropertyUse[];
  /** The variables that it assigns to after their declaration. */
  readonly variables: ReadonlySet<string>;
}

/** What a text of code writes anywhere; null when it cannot be parsed. */
export function allWrites(code: string): AllWrites | null {
  const program = parseCode(code);
  if (program === null) return null;
  const reader = new AllReader();
  reader.bindAll(program as AnyNode);
  reader.readAll(program as AnyNode);
  // Not the reader, which knows much more: this may be kept for later files.
  return { writes: reader.writes, variables: reader.variables };
}

class AllReader extends WriteReader {
  readonly variables = new Set<string>();

  /** Names are known before anything is read: a hook may give a variable what a test writes to. */
  bindAll(node: AnyNode): void {
    this.bindDeclared(node);
    if ('params' in node) {
      for (const name of node.params.flatMap(namesIn)) this.bind(name, null);
    }
    if (node.type === 'AssignmentExpression' && node.left.type === 'Identifier') {
      this.variables.add(node.left.name);
      this.bindPattern(node.left, node.right);
    }
    for (const child of childrenOf(node)) this.bindAll(child);
  }

  readAll(node: AnyNode): void {
    this.note(node);
    for (const child of childrenOf(node)) this.readAll(child);
  }
}
