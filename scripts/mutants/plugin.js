'use strict';

// A Babel plugin that puts every mutant of a file into it, asleep: the one that the variable MUTANT names is awake.
// Which mutants were reached is noted in the set `__mutantsReached` of the global object, when that has one.

const { relative, sep } = require('node:path');

const COMPARISONS = new Set(['===', '!==', '==', '!=', '<', '<=', '>', '>=', 'in', 'instanceof']);
const BORDERS = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

module.exports = mutate;

/**
 * `root`: what ids are relative to; `folders`: those below it that have mutants; `only`: text that the kind of a mutant
 * has in it; `onMutant`: told each of them. An id has no line in it: it outlives changes of other functions.
 */
function mutate({ types: t, template }, { root, folders, only = '', onMutant }) {
  const helper = template.statements(
    `const __awake = process.env.MUTANT;
     const __is = (id) => { globalThis.__mutantsReached?.add(id); return id === __awake; };`,
    { placeholderPattern: false },
  );

  return {
    visitor: {
      Program(program, { filename }) {
        const file = relative(root, filename).split(sep).join('/');
        if (!folders.includes(file.split('/')[0]) || file.endsWith('.test.ts')) return;
        const found = new Map();
        const counts = new Map();

        const name = (path, kind) => {
          const place = `${file}#${nameOf(path)} ${kind}`;
          const count = (counts.get(place) ?? 0) + 1;
          counts.set(place, count);
          const id = count === 1 ? place : `${place} ${count}`;
          const { start, end, loc } = path.node;
          const text = program.hub.file.code.slice(start, end);
          onMutant?.({ id, kind, line: loc.start.line, column: loc.start.column + 1, text });
          return id;
        };
        const put = (path, id, mutant) => {
          // Only one mutant is awake, so the others need not be in its code.
          const of = found.get(path) ?? [];
          found.set(path, [...of, { id, mutated: mutant(t.cloneNode(path.node, true)) }]);
        };
        const add = (path, kind, mutant) => {
          if (kind.includes(only)) put(path, name(path, kind), mutant);
        };

        program.traverse({
          Function(path) {
            if (!answersYesOrNo(path.node)) return;
            for (const answer of [true, false]) {
              const kind = `rule always ${answer}`;
              if (!kind.includes(only)) continue;
              const id = name(path, kind);
              // What is done on the way to the answer stays.
              for (const result of resultsOf(path))
                put(result, id, (node) => t.sequenceExpression([node, t.booleanLiteral(answer)]));
            }
          },
          'IfStatement|ConditionalExpression'(path) {
            const kind = isGuard(path.node) ? 'guard' : 'condition';
            add(path.get('test'), `${kind} true`, () => t.booleanLiteral(true));
            add(path.get('test'), `${kind} false`, () => t.booleanLiteral(false));
          },
          WhileStatement: (path) => add(path.get('test'), 'condition false', () => t.booleanLiteral(false)),
          LogicalExpression(path) {
            add(path, `left of ${path.node.operator} only`, (node) => node.left);
            add(path, `right of ${path.node.operator} only`, (node) => node.right);
          },
          BinaryExpression(path) {
            const { operator } = path.node;
            if (!COMPARISONS.has(operator)) return;
            if (!isTest(path)) add(path, 'inverted', (node) => t.unaryExpression('!', node));
            const border = BORDERS[operator];
            if (border) add(path, `border ${border}`, (node) => t.binaryExpression(border, node.left, node.right));
          },
          UnaryExpression(path) {
            if (path.node.operator === '!' && !isTest(path)) add(path, 'inverted', (node) => node.argument);
          },
          BooleanLiteral: (path) => {
            if (path.findParent((parent) => parent.isTSType())) return;
            add(path, 'inverted', (node) => t.booleanLiteral(!node.value));
          },
          ExpressionStatement(path) {
            const expression = path.get('expression');
            const effect = expression.isCallExpression() || expression.isAssignmentExpression();
            if (!effect || expression.get('callee').node?.type === 'Super') return;
            add(expression, 'removed', () => t.unaryExpression('void', t.numericLiteral(0)));
          },
        });

        for (const [path, mutants] of [...found].reverse()) {
          const code = mutants.reduceRight(
            (otherwise, { id, mutated }) =>
              t.conditionalExpression(
                t.callExpression(t.identifier('__is'), [t.stringLiteral(id)]),
                mutated,
                otherwise,
              ),
            path.node,
          );
          path.replaceWith(code);
          path.skip();
        }
        if (found.size > 0) program.unshiftContainer('body', helper());
      },
    },
  };
}

/** Whether it is the whole condition of an `if`, which has mutants of its own. */
function isTest({ parent, node }) {
  return (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') && parent.test === node;
}

/** Whether the declared type of its result is `boolean`, or a type that it tests for. */
function answersYesOrNo({ body, returnType }) {
  const type = returnType?.typeAnnotation.type;
  return Boolean(body) && (type === 'TSBooleanKeyword' || type === 'TSTypePredicate');
}

/** Whether it does nothing but leave a function, or go on to the next round of a loop. */
function isGuard({ consequent, alternate }) {
  return !alternate && (consequent.type === 'ReturnStatement' || consequent.type === 'ContinueStatement');
}

/** The expressions whose value a function gives. */
function resultsOf(path) {
  const body = path.get('body');
  if (!body.isBlockStatement()) return [body];
  const results = [];
  body.traverse({
    Function: (inner) => inner.skip(),
    ReturnStatement: (statement) => void results.push(statement.get('argument')),
  });
  return results;
}

/** The names of the functions around a place, and of their classes. */
function nameOf(path) {
  const names = [];
  for (let at = path; at; at = at.parentPath) {
    const { id, key } = at.node;
    if (at.isClassPrivateMethod() || at.isClassPrivateProperty()) names.unshift(`#${key.id.name}`);
    else if (at.isMethod() || at.isProperty()) names.unshift(key.name ?? String(key.value));
    else if (at.isFunctionDeclaration() || at.isClassDeclaration() || at.isVariableDeclarator())
      names.unshift(id.name ?? '');
  }
  return names.filter(Boolean).join('.') || '(file)';
}
