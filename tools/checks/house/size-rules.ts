/* Limits that keep functions and components readable, measured on the syntax tree: lines of a function, props of a component. */
import ts from 'typescript-classic';
import { parseSource } from '../syntax-tree.ts';

const maxLines = 80;
const maxProps = 9;

const isWeb = (path: string) => path.startsWith('web/');

/** Tests and galleries list cases, which are long without being complicated. */
const isMeasured = (path: string) =>
  /^(contract|server|web|bench|tools)\/.*\.tsx?$/.test(path) && !/\.(test|gallery|gen|d)\.tsx?$/.test(path);

/** Returns the name of a function, as far as it has one. */
function nameOf(node: ts.Node): string {
  const named = node as { name?: ts.Node };
  if (named.name) return named.name.getText();
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText();
  // `memo(function …)`, `lazy(() => …)`
  return ts.isCallExpression(parent) ? nameOf(parent) : 'a function';
}

/** Returns the members of a component's props: of its interface, its type or the type of its parameter. */
function countProps(node: ts.Node): { name: string; count: number } | null {
  if (ts.isInterfaceDeclaration(node) && node.name.text.endsWith('Props'))
    return { name: node.name.text, count: node.members.length };
  if (ts.isTypeAliasDeclaration(node) && node.name.text.endsWith('Props') && ts.isTypeLiteralNode(node.type))
    return { name: node.name.text, count: node.type.members.length };
  if (!ts.isFunctionDeclaration(node) || !/^[A-Z]/.test(node.name?.text ?? '')) return null;
  const type = node.parameters[0]?.type;
  return type && ts.isTypeLiteralNode(type)
    ? { name: `${nameOf(node)}Props`, count: type.members.length }
    : null;
}

function measure(path: string, text: string): string[] {
  // Building the tree takes most of the time of this check, and a short file without components needs none.
  if (!isWeb(path) && text.split('\n', maxLines + 1).length <= maxLines) return [];
  const file = parseSource(path, text);
  const found: string[] = [];
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1;
  const report = (node: ts.Node, name: string, problem: string) =>
    found.push(`${path}: line ${lineOf(node.getStart())}: ${name} ${problem}`);
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const lines = lineOf(node.end) - lineOf(node.getStart()) + 1;
      if (lines > maxLines) report(node, nameOf(node), `has ${lines} lines, more than ${maxLines}`);
    }
    const props = isWeb(path) ? countProps(node) : null;
    if (props && props.count > maxProps)
      report(node, props.name, `has ${props.count} members, more than ${maxProps}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns the functions that are too long and the components with too many props, with path and line. */
export function checkSizes(files: readonly { path: string; text: string }[]): string[] {
  return files.filter(({ path }) => isMeasured(path)).flatMap(({ path, text }) => measure(path, text));
}
