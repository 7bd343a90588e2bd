import { basename, dirname, join } from 'node:path';
import ts from 'typescript-classic';
import { parseSource } from '../syntax-tree.ts';

/* Which modules import which style sheets, as a pure function from files to their problems. */

interface SourceFile {
  path: string;
  text: string;
}

const folder = 'web/src/styles/';
/** The sheets that only some screens have. */
const lazy = `${folder}lazy`;
const isScreen = (path: string) => /^web\/src\/(?!gallery\/).*(?<!\.(gallery|test))\.tsx$/.test(path);

/** Returns a style sheet with all that it imports. */
function readWhole(path: string, texts: ReadonlyMap<string, string>): string {
  return (texts.get(path) ?? '').replace(/@import\s+"(\.[^"]+)"[^;]*;/g, (_, imported: string) =>
    readWhole(join(dirname(path), imported), texts),
  );
}

/**
 * Returns the classes that have a rule of their own in a style sheet, as in `.card {` or `.dialog.palette {`, with its selector; not
 * those that only other rules name.
 */
function listClasses(css: string): Map<string, string> {
  const rules = css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/^ {0,2}([.\w][^{};]*)\{/gm);
  const selectors = [...rules].flatMap(([, list]) => (list ?? '').split(',').map((one) => one.trim()));
  return new Map(
    selectors.flatMap((selector): [string, string][] => {
      const name = /^(?:\.[\w-]+)*\.([\w-]+)$/.exec(selector)?.[1];
      return name ? [[name, selector]] : [];
    }),
  );
}

/** Returns the classes that a part of a module gives its elements: in attributes such as `className`, and in calls of `cx`. */
function listUsed(part: ts.Node): Set<string> {
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
  visit(part);
  return used;
}

/** Returns the classes that a module gives fields and overlays of the design system, whose own classes are in lazy sheets. */
function listGiven(tree: ts.SourceFile): Set<string> {
  const imports = tree.text.matchAll(/import \{([^}]*)\} from '#web\/ui\/(?:fields|overlays)\//g);
  const components = new Set(
    [...imports].flatMap(([, names]) => (names ?? '').split(',').map((one) => one.trim())),
  );
  const given = new Set<string>();
  const visit = (node: ts.Node): void => {
    const isElement = ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node);
    if (isElement && components.has(node.tagName.getText())) {
      for (const name of listUsed(node.attributes)) given.add(name);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return given;
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

/** Whether a module of `lazyInPage` is one that the same file imports, if it imports any. */
function isImportedHere(module: string, { text }: SourceFile): boolean {
  const imported = [...text.matchAll(/import\('\.\/([^']+)'\)/g)].map(([, file]) => file);
  return imported.length === 0 || imported.includes(basename(module));
}

/**
 * Checks that a module imports the lazy style sheets that have rules for its classes: the server links the sheets of a page, and
 * `importChunk` adds those of a script, by what their modules import. Also finds classes that Tailwind was told to leave out,
 * modules of `lazyInPage` that don't exist, whose sheets would be missing, and rules that the order of loading would decide.
 */
export function checkStyleSheets(files: readonly SourceFile[]): string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const owners = new Map<string, { sheet: string; selector: string }>();
  for (const path of texts.keys()) {
    if (!path.endsWith('.css') || dirname(path) !== lazy) continue;
    for (const [name, selector] of listClasses(readWhole(path, texts))) {
      owners.set(name, { sheet: path.slice(folder.length), selector });
    }
  }
  const excluded = new Set(listExcluded(texts.get(`${folder}main.css`) ?? ''));
  return files
    .filter(({ path }) => isScreen(path))
    .flatMap(({ path, text }) => {
      const tree = parseSource(path, text);
      const used = [...listUsed(tree)];
      const missing = new Map(used.map((name) => [owners.get(name)?.sheet, name]));
      return [
        ...[...missing]
          .filter(([sheet]) => sheet && !text.includes(`import '#web/styles/${sheet}';`))
          .map(([sheet, name]) => `${path}: import '#web/styles/${sheet}', which has the class ${name}`),
        ...[...listGiven(tree)]
          .filter((name) => owners.get(name)?.selector === `.${name}`)
          .map(
            (name) =>
              `${path}: the rule of ${name} names the class of its component too, as in .dialog.${name}`,
          ),
        ...used
          .filter((name) => excluded.has(name))
          .map((name) => `${path}: ${folder}main.css leaves out the class ${name}; remove it there`),
        ...listModulesInPage({ path, text })
          .filter((module) => !texts.has(`web/src/${module}`) || !isImportedHere(module, { path, text }))
          .map((module) => `${path}: lazyInPage names ${module}, which isn't what it imports in web/src/`),
      ];
    });
}
