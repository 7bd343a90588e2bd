import ts from 'typescript-classic';

let last: { path: string; text: string; tree: ts.SourceFile } | null = null;

/**
 * Returns the syntax tree of a file. The last one is kept for the next check of the same file: building it takes most of the time
 * of each check.
 */
export function parseSource(path: string, text: string): ts.SourceFile {
  if (last?.path === path && last.text === text) return last.tree;
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  last = { path, text, tree };
  return tree;
}
