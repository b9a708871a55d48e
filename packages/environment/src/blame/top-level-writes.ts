import type { AnyNode, Node } from 'acorn';
import { childrenOf, isFunction, parseCode, WriteReader } from './write-reader';
import type { PropertyUse } from './write-reader';

/** What top-level code does to what it imported, and to globals. */
export interface TopLevelUses {
  readonly writes: readonly PropertyUse[];
  readonly calls: readonly PropertyUse[];
}

/**
 * What the top-level code of an ES module writes and calls: functions count only where they are called on the spot, or
 * by name from there. Empty when the text cannot be parsed.
 */
export function topLevelUses(code: string): TopLevelUses {
  const reader = new TopLevelReader();
  const program = parseCode(code);
  if (program !== null) reader.readProgram(program);
  return reader;
}

class TopLevelReader extends WriteReader {
  readonly #functions = new Map<string, Node>();
  readonly #entered = new Set<Node>();

  readProgram(program: Node): void {
    for (const node of childrenOf(program)) {
      const statement = ((node.type === 'ExportNamedDeclaration' && node.declaration) || node) as AnyNode;
      this.bindDeclared(statement);
      this.#noteFunctions(statement);
    }
    this.#read(program as AnyNode);
  }

  #noteFunctions(statement: AnyNode): void {
    if (statement.type === 'FunctionDeclaration' && statement.id) this.#functions.set(statement.id.name, statement);
    if (statement.type !== 'VariableDeclaration') return;
    for (const { id, init } of statement.declarations) {
      if (id.type === 'Identifier' && init && isFunction(init)) this.#functions.set(id.name, init);
    }
  }

  /** Follows the code that runs. */
  #read(node: AnyNode): void {
    this.note(node);
    if (node.type === 'CallExpression') {
      const { callee } = node;
      if (isFunction(callee)) this.#enter(callee);
      else if (callee.type === 'Identifier') this.#enter(this.#functions.get(callee.name));
    }
    for (const child of childrenOf(node)) if (!isFunction(child)) this.#read(child);
  }

  #enter(body: Node | undefined): void {
    if (body === undefined || this.#entered.has(body)) return;
    this.#entered.add(body);
    for (const child of childrenOf(body)) if (!isFunction(child)) this.#read(child);
  }
}
