import { parse } from 'acorn';
import type { AnyNode, Expression, MemberExpression, Node, Super } from 'acorn';

/** One property that code writes (or calls), and what the object that has it was reached from. */
export interface PropertyUse {
  /**
   * The module that was imported or required (as requested), or the name of a global; empty for an object that the
   * code makes itself, null when it is not known.
   */
  readonly root: string | null;
  /** Null where its name is computed. */
  readonly property: string | null;
}

/** Calls whose first argument is written to. */
const WRITERS = new Set(['assign', 'defineProperty', 'defineProperties', 'deleteProperty', 'set']);
const GLOBAL_OBJECTS = new Set<string | null>(['globalThis', 'global']);
const MAKERS = /^(?:Object|Array|New|Class|Literal|TemplateLiteral|ThisExpression)|Function/;

/** The syntax tree of a text; null when it cannot be parsed. */
export function parseCode(code: string): Node | null {
  for (const sourceType of ['module', 'script'] as const) {
    try {
      const lenient = { allowHashBang: true, allowReturnOutsideFunction: true } as const;
      return parse(code, { sourceType, ecmaVersion: 'latest', ...lenient });
    } catch {
      // Sloppy code is no module.
    }
  }
  return null;
}

/** Notes what single statements and expressions write and call; which of them are read is up to its kinds. */
export class WriteReader {
  readonly writes: PropertyUse[] = [];
  readonly calls: PropertyUse[] = [];
  /** What the variables were made from; see {@link PropertyUse}. */
  readonly #roots = new Map<string, string | null>();

  /** A name stands for what was reached from `root`. Where it stands for several things, it is not known for which. */
  protected bind(name: string, root: string | null): void {
    const known = this.#roots.get(name);
    this.#roots.set(name, known === undefined || known === root ? root : null);
  }

  /** Notes what the names stand for that one statement declares. */
  protected bindDeclared(node: AnyNode): void {
    if (node.type === 'ImportDeclaration') {
      for (const { local } of node.specifiers) this.bind(local.name, String(node.source.value));
    } else if (node.type === 'VariableDeclaration') {
      for (const { id, init } of node.declarations) if (init) this.bindPattern(id, init);
    }
  }

  protected bindPattern(pattern: AnyNode, from: Expression): void {
    const root = this.#rootOf(from);
    if (pattern.type !== 'ObjectPattern' || !GLOBAL_OBJECTS.has(root)) {
      for (const name of namesIn(pattern)) this.bind(name, root);
      return;
    }
    for (const part of pattern.properties) {
      const own = part.type === 'Property' ? nameOfKey(part.key, part.computed) : null;
      for (const name of namesIn(part)) this.bind(name, own);
    }
  }

  /** Notes what one node does, without those below it. */
  protected note(node: AnyNode): void {
    if (node.type === 'AssignmentExpression') {
      if (node.left.type === 'Identifier') this.bindPattern(node.left, node.right);
      else for (const target of targetsIn(node.left)) this.#write(target);
    }
    if (node.type === 'UpdateExpression' || (node.type === 'UnaryExpression' && node.operator === 'delete')) {
      if (node.argument.type === 'MemberExpression') this.#write(node.argument);
    }
    if (node.type === 'CallExpression') this.#call(node.callee, node.arguments);
  }

  #call(callee: Expression | Super, given: readonly AnyNode[]): void {
    if (callee.type === 'Identifier') this.calls.push({ root: this.#rootOf(callee), property: callee.name });
    if (callee.type !== 'MemberExpression') return;
    const name = nameOf(callee);
    const owner = this.#rootOf(callee.object);
    this.calls.push({ root: owner, property: name });
    const [object, properties] = given;
    if (object === undefined || properties === undefined || !WRITERS.has(name ?? '')) return;
    const root = this.#rootOf(object);
    if (properties.type === 'Literal') this.writes.push({ root, property: String(properties.value) });
    else if (properties.type === 'ObjectExpression') {
      for (const one of properties.properties) {
        this.writes.push({ root, property: one.type === 'Property' ? nameOfKey(one.key, one.computed) : null });
      }
      // What a Map holds is no property.
    } else if (owner === 'Object' || owner === 'Reflect') this.writes.push({ root, property: null });
  }

  #write(target: MemberExpression): void {
    this.writes.push({ root: this.#rootOf(target.object), property: nameOf(target) });
  }

  #rootOf(node: AnyNode): string | null {
    if (node.type === 'MemberExpression') {
      const root = this.#rootOf(node.object);
      return GLOBAL_OBJECTS.has(root) ? nameOf(node) : root;
    }
    if (node.type === 'AwaitExpression') return this.#rootOf(node.argument);
    if (node.type === 'Identifier') {
      const known = this.#roots.get(node.name);
      return known === undefined ? node.name : known;
    }
    if (MAKERS.test(node.type)) return '';
    const [request] =
      node.type === 'CallExpression' ? node.arguments : node.type === 'ImportExpression' ? [node.source] : [];
    if (request?.type === 'CallExpression') return this.#rootOf(request);
    return request?.type === 'Literal' && typeof request.value === 'string' ? request.value : null;
  }
}

/** Whether a node is a function: what stands in it does not run where it stands. */
export function isFunction({ type }: Node): boolean {
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
export function namesIn(pattern: AnyNode): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern.left);
  return pattern.type === 'Property' ? namesIn(pattern.value) : [...childrenOf(pattern)].flatMap(namesIn);
}

/** The properties that a pattern is assigned to. */
function targetsIn(pattern: AnyNode): MemberExpression[] {
  if (pattern.type === 'MemberExpression') return [pattern];
  if (pattern.type === 'AssignmentPattern') return targetsIn(pattern.left);
  return pattern.type === 'Property' ? targetsIn(pattern.value) : [...childrenOf(pattern)].flatMap(targetsIn);
}

/** The nodes right below a node. */
export function* childrenOf(node: Node): Generator<AnyNode> {
  for (const value of Object.values(node) as unknown[]) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof (one as Node | null)?.type === 'string') yield one as AnyNode;
    }
  }
}
