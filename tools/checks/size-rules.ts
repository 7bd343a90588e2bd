/* Limits of the size of functions and of the number of props, read from the syntax tree. */
import ts from 'typescript-classic';

const maxLines = 80;
const maxProps = 9;

/** A function or the props of a component over its limit. */
export interface Oversized {
  path: string;
  name: string;
  problem: string;
}

const isChecked = (path: string) =>
  /^(contract|server|web|bench|tools)\/.*\.tsx?$/.test(path) && !/\.(test|gallery|gen|d)\.tsx?$/.test(path);

/** Returns the name of a function, or of the variable or property that holds it. */
function nameOf(node: ts.FunctionLikeDeclaration): string {
  const parent = node.parent as { name?: ts.Node };
  return (node.name ?? parent.name)?.getText() ?? 'an unnamed function';
}

/** Returns the name and number of the props that a node declares: an interface, a type, or a parameter of a component. */
function findProps(node: ts.Node): { name: string; count: number } | null {
  if (ts.isInterfaceDeclaration(node) && node.name.text.endsWith('Props'))
    return { name: node.name.text, count: node.members.length };
  if (!ts.isTypeLiteralNode(node)) return null;
  const { parent } = node;
  if (ts.isTypeAliasDeclaration(parent) && parent.name.text.endsWith('Props'))
    return { name: parent.name.text, count: node.members.length };
  if (!ts.isParameter(parent) || !ts.isFunctionDeclaration(parent.parent)) return null;
  const component = nameOf(parent.parent);
  return /^[A-Z]/.test(component) ? { name: component, count: node.members.length } : null;
}

/** Returns what is too large in a file. Tests, galleries and generated files have no such limits. */
export function findOversized(path: string, text: string): Oversized[] {
  const mayHaveProps = path.endsWith('.tsx');
  // A syntax tree takes most of the time of this check, and a short file needs none.
  const isShort = text.split('\n', maxLines + 1).length <= maxLines;
  if (!isChecked(path) || (isShort && !mayHaveProps)) return [];
  const kind = mayHaveProps ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const found: Oversized[] = [];
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const lines = lineAt(node.end) - lineAt(node.getStart()) + 1;
      if (lines > maxLines)
        found.push({
          path,
          name: nameOf(node),
          problem: `has ${lines} lines, more than ${maxLines}: split it into steps with names`,
        });
    }
    const props = mayHaveProps ? findProps(node) : null;
    if (props && props.count > maxProps)
      found.push({ path, name: props.name, problem: `has ${props.count} props, more than ${maxProps}` });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * Returns the problems of files. `exceptions` are the functions and props of the web that are still over a limit, as
 * `path name`. An exception that isn't needed is a problem, too, so that the list only gets shorter.
 */
export function checkSizes(
  files: { path: string; text: string }[],
  exceptions: ReadonlySet<string>,
): string[] {
  const keyOf = ({ path, name }: Oversized) => `${path} ${name}`;
  const found = files.flatMap(({ path, text }) => findOversized(path, text));
  const keys = new Set(found.map(keyOf));
  return [
    ...found
      .filter((item) => !exceptions.has(keyOf(item)))
      .map(({ path, name, problem }) => `${path}: ${name} ${problem}`),
    ...[...exceptions]
      .filter((key) => !key.startsWith('web/'))
      .map((key) => `${key}: only code of the web may be listed in size-exceptions.ts`),
    ...[...exceptions]
      .filter((key) => !keys.has(key))
      .map((key) => `${key}: is within the limits now; remove it from tools/checks/size-exceptions.ts`),
  ];
}
