/*
 * A Stryker plugin: leaves out mutants of what isn't a rule. Texts must stay literals, because the build compiles them, and
 * a test that repeats a text or a class name would only be a copy of it.
 */
const translators = new Set(['t', 'msg', 'tRich']);
const classBuilders = new Set(['cx']);

function nameOfCallee(node) {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return null;
  return node.callee.type === 'Identifier' ? node.callee.name : null;
}

function isLog(node) {
  const target =
    node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && node.callee.object;
  if (!target) return false;
  const name = target.type === 'MemberExpression' ? target.property.name : target.name;
  return name === 'log' || name === 'console';
}

/** Returns why a syntax node and all within it have no mutants, or undefined if they have. */
function reasonToIgnore(path) {
  const { node, parent } = path;
  if (node.type === 'JSXAttribute' && node.name.name === 'className') return 'class name';
  if (classBuilders.has(nameOfCallee(node))) return 'class name';
  if (parent && translators.has(nameOfCallee(parent)) && parent.arguments[0] === node) return 'text';
  if (
    parent?.type === 'NewExpression' &&
    /Error$/.test(nameOfCallee(parent) ?? '') &&
    path.listKey === 'arguments'
  )
    return node.type === 'StringLiteral' || node.type === 'TemplateLiteral' ? 'text of an error' : undefined;
  if (isLog(node)) return 'log';
  return undefined;
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'labels', value: { shouldIgnore: reasonToIgnore } }];
