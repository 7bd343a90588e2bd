import { dirname, join } from 'node:path';
import ts from 'typescript-classic';
import { parseSource } from '../syntax-tree.ts';

/* Which modules import which style sheets, as a pure function from files to their problems. */

interface SourceFile {
  path: string;
  text: string;
}

const folder = 'web/src/styles/';
/** The sheets that only some screens have. */
const lazy = `${folder}lazy/`;
const isScreen = (path: string) => /^web\/src\/(?!gallery\/).*(?<!\.(gallery|test))\.tsx$/.test(path);

/** Returns a style sheet with all that it imports. */
function readWhole(path: string, texts: ReadonlyMap<string, string>): string {
  return (texts.get(path) ?? '').replace(/@import\s+"(\.[^"]+)"[^;]*;/g, (_, imported: string) =>
    readWhole(join(dirname(path), imported), texts),
  );
}

/** Returns the classes that have a rule of their own in a style sheet, as in `.card {` or `.dialog.palette {`; not those that only other rules name. */
function listClasses(css: string): Set<string> {
  const rules = css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/^ {0,2}([.\w][^{};]*)\{/gm);
  const selectors = [...rules].flatMap(([, list]) => (list ?? '').split(','));
  return new Set(
    selectors.flatMap((selector) => /^(?:\.[\w-]+)*\.([\w-]+)$/.exec(selector.trim())?.[1] ?? []),
  );
}

/** Returns the classes that a module gives its elements: in attributes such as `className`, and in calls of `cx`. */
function listUsed(path: string, text: string): Set<string> {
  const used = new Set<string>();
  const collect = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      for (const name of node.text.split(/\s+/)) used.add(name);
    }
    ts.forEachChild(node, collect);
  };
  const visit = (node: ts.Node): void => {
    const isAttribute = ts.isJsxAttribute(node) && /classname$/i.test(node.name.getText());
    const isCall = ts.isCallExpression(node) && node.expression.getText() === 'cx';
    if (isAttribute || isCall) collect(node);
    else ts.forEachChild(node, visit);
  };
  visit(parseSource(path, text));
  return used;
}

/** Returns the words that the main style sheet keeps Tailwind from taking for classes. */
function listExcluded(main: string): string[] {
  return [...main.matchAll(/@source not inline\("\{(.*?)\}"\)/g)].flatMap(([, words]) =>
    (words ?? '').split(','),
  );
}

/** Returns the modules that `lazyInPage` is told the server has to link the style sheets of, as it spells them. */
function listModulesInPage({ text }: SourceFile): string[] {
  if (!text.includes('lazyInPage(')) return [];
  return [...text.matchAll(/'((?:app|features|pages)\/[^']*)'/g)].map(([, module]) => module ?? '');
}

/**
 * Checks that a module imports the lazy style sheets that have rules for its classes: the server links the sheets of a page, and
 * `importChunk` adds those of a script, by what their modules import. Also finds classes that Tailwind was told to leave out,
 * and modules of `lazyInPage` that don't exist, whose sheets would be missing.
 */
export function checkStyleSheets(files: readonly SourceFile[]): string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const owners = new Map<string, string>();
  for (const path of texts.keys()) {
    if (!path.endsWith('.css') || dirname(path) !== dirname(`${lazy}x`)) continue;
    for (const name of listClasses(readWhole(path, texts))) owners.set(name, path.slice(folder.length));
  }
  const excluded = new Set(listExcluded(texts.get(`${folder}main.css`) ?? ''));
  return files
    .filter(({ path }) => isScreen(path))
    .flatMap(({ path, text }) => {
      const used = [...listUsed(path, text)];
      const missing = new Map(used.map((name) => [owners.get(name), name]));
      return [
        ...[...missing]
          .filter(([sheet]) => sheet && !text.includes(`import '#web/styles/${sheet}';`))
          .map(([sheet, name]) => `${path}: import '#web/styles/${sheet}', which has the class ${name}`),
        ...used
          .filter((name) => excluded.has(name))
          .map((name) => `${path}: ${folder}main.css leaves out the class ${name}; remove it there`),
        ...listModulesInPage({ path, text })
          .filter((module) => !texts.has(`web/src/${module}`))
          .map((module) => `${path}: lazyInPage names ${module}, which isn't in web/src/`),
      ];
    });
}
