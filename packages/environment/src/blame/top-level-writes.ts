import { parse } from 'acorn';
import type { AnyNode, Expression, MemberExpression, Node, Super } from 'acorn';

/** One property that top-level code writes, and what the object that has it was reached from. */
export interface TopLevelWrite {
  /** The module that was imported or required (as requested), or the name of a global. */
  readonly root: string;
  readonly property: string;
}

/** Calls whose first argument is written to. */
const WRITERS = new Set(['assign', 'defineProperty', 'defineProperties', 'deleteProperty', 'set']);

/**
 * What the top-level code of an ES module writes to what it imported, and to globals: functions count only where they
 * are called on the spot, or by name from there. Empty when the text cannot be parsed.
 */
export function topLevelWrites(code: string): TopLevelWrite[] {
  let program: Node;
  try {
    program = parse(code, { sourceType: 'module', ecmaVersion: 'latest', allowHashBang: true });
  } catch {
    return [];
  }
  const reader = new Reader();
  reader.declare(program);
  reader.read(program);
  return reader.writes;
}

class Reader {
  readonly writes: TopLevelWrite[] = [];
  /** What the variables of the module were made from. */
  readonly #roots = new Map<string, string>();
  readonly #functions = new Map<string, Node>();
  readonly #entered = new Set<Node>();

  /** Notes what the names of the module stand for. */
  declare(program: Node): void {
    for (const node of childrenOf(program)) {
      const statement = (node.type === 'ExportNamedDeclaration' && node.declaration) || node;
      if (statement.type === 'ImportDeclaration') {
        for (const { local } of statement.specifiers) this.#roots.set(local.name, String(statement.source.value));
      } else if (statement.type === 'FunctionDeclaration' && statement.id !== null) {
        this.#functions.set(statement.id.name, statement);
      } else if (statement.type === 'VariableDeclaration') {
        for (const { id, init } of statement.declarations) this.#declareVariable(id, init);
      }
    }
  }

  #declareVariable(id: AnyNode, init: Expression | null | undefined): void {
    if (init === null || init === undefined) return;
    if (id.type === 'Identifier' && isFunction(init)) this.#functions.set(id.name, init);
    const root = this.#rootOf(init);
    if (root === null) return;
    for (const name of namesIn(id)) this.#roots.set(name, root);
  }

  /** Follows the code that runs. */
  read(node: AnyNode | Node): void {
    const one = node as AnyNode;
    if (one.type === 'AssignmentExpression' && one.left.type === 'MemberExpression') this.#write(one.left);
    if (one.type === 'UnaryExpression' && one.operator === 'delete' && one.argument.type === 'MemberExpression') {
      this.#write(one.argument);
    }
    if (one.type === 'CallExpression') this.#call(one.callee, one.arguments);
    for (const child of childrenOf(one)) if (!isFunction(child)) this.read(child);
  }

  #call(callee: Expression | Super, given: readonly AnyNode[]): void {
    if (isFunction(callee)) this.#enter(callee);
    else if (callee.type === 'Identifier') this.#enter(this.#functions.get(callee.name));
    if (callee.type !== 'MemberExpression' || !WRITERS.has(nameOf(callee) ?? '')) return;
    const [object, property] = given;
    const root = object === undefined ? null : this.#rootOf(object);
    if (root === null || property === undefined) return;
    if (property.type === 'Literal') this.writes.push({ root, property: String(property.value) });
    if (property.type !== 'ObjectExpression') return;
    for (const { type, ...own } of property.properties) {
      const name = type === 'Property' && 'key' in own ? nameOfKey(own.key, own.computed) : null;
      if (name !== null) this.writes.push({ root, property: name });
    }
  }

  #enter(body: Node | undefined): void {
    if (body === undefined || this.#entered.has(body)) return;
    this.#entered.add(body);
    for (const child of childrenOf(body)) if (!isFunction(child)) this.read(child);
  }

  #write(target: MemberExpression): void {
    const property = nameOf(target);
    const root = this.#rootOf(target.object);
    if (property !== null && root !== null) this.writes.push({ root, property });
  }

  #rootOf(node: AnyNode): string | null {
    if (node.type === 'MemberExpression') return this.#rootOf(node.object);
    if (node.type === 'AwaitExpression') return this.#rootOf(node.argument);
    if (node.type === 'Identifier') return this.#roots.get(node.name) ?? node.name;
    const [request] =
      node.type === 'CallExpression' ? node.arguments : node.type === 'ImportExpression' ? [node.source] : [];
    return request?.type === 'Literal' && typeof request.value === 'string' ? request.value : null;
  }
}

function isFunction({ type }: Node): boolean {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';
}

function nameOf({ property, computed }: MemberExpression): string | null {
  return property.type === 'PrivateIdentifier' ? null : nameOfKey(property, computed);
}

function nameOfKey(key: AnyNode, computed: boolean): string | null {
  if (key.type === 'Identifier' && !computed) return key.name;
  return key.type === 'Literal' ? String(key.value) : null;
}

/** The names that a pattern declares. */
function namesIn(pattern: AnyNode): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  return pattern.type === 'Property' ? namesIn(pattern.value) : [...childrenOf(pattern)].flatMap(namesIn);
}

function* childrenOf(node: Node): Generator<AnyNode> {
  for (const value of Object.values(node) as unknown[]) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof (one as Node | null)?.type === 'string') yield one as AnyNode;
    }
  }
}
