import type { AnyNode } from 'acorn';
import { childrenOf, namesIn, parseCode, WriteReader } from './write-reader';
import type { PropertyUse } from './write-reader';

/** What a text of code writes anywhere, whenever that runs; null when it cannot be parsed. */
export function allWrites(code: string): readonly PropertyUse[] | null {
  const program = parseCode(code);
  if (program === null) return null;
  const reader = new AllReader();
  reader.bindAll(program as AnyNode);
  reader.readAll(program as AnyNode);
  return reader.writes;
}

class AllReader extends WriteReader {
  /** Names are known before anything is read: a hook may give a variable what a test writes to. */
  bindAll(node: AnyNode): void {
    this.bindDeclared(node);
    if ('params' in node) {
      for (const name of node.params.flatMap(namesIn)) this.bind(name, null);
    }
    if (node.type === 'AssignmentExpression' && node.left.type === 'Identifier')
      this.bindPattern(node.left, node.right);
    for (const child of childrenOf(node)) this.bindAll(child);
  }

  readAll(node: AnyNode): void {
    this.note(node);
    for (const child of childrenOf(node)) this.readAll(child);
  }
}
