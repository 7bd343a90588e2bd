/*
 * The messages in the code: finds them for the catalog, checks them, and finds texts that people read outside of it.
 */
import compile from 'icu-minify/compile';
import ts from 'typescript-classic';
import { parseSource } from '../checks/syntax-tree.ts';

/** A message of the catalog, where the code uses it. */
export interface FoundMessage {
  text: string;
  path: string;
  line: number;
}

/** Functions whose first argument is a message. */
const translators = new Set(['t', 'tRich', 'msg']);

/** Code without texts for people: tests, SQL, settings, and pages for developers and search engines. */
const codeOnly = [
  /\.(test|gallery|gen|queries)\.tsx?$/,
  /^web\/src\/gallery\//,
  /^server\/src\/features\/(development|mailbox|sitemap)\//,
  /^server\/src\/platform\/(db\/|config\.ts$|http\/openapi\/)/,
];

/** Code whose string literals people read. */
export const hasMessages = (path: string): boolean =>
  /^(web\/src|server\/src|contract\/src)\/.*\.tsx?$/.test(path) &&
  !codeOnly.some((pattern) => pattern.test(path));

function walk(node: ts.Node, found: (node: ts.Node) => void): void {
  found(node);
  ts.forEachChild(node, (child) => walk(child, found));
}

const isTranslator = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && translators.has(node.expression.text);

function lineOf(file: ts.SourceFile, node: ts.Node): number {
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
}

/** The messages of a file, in order. */
export function findMessages(path: string, source: string): FoundMessage[] {
  const file = parseSource(path, source);
  const messages: FoundMessage[] = [];
  walk(file, (node) => {
    if (!isTranslator(node)) return;
    const [argument] = node.arguments;
    if (argument && ts.isStringLiteralLike(argument))
      messages.push({ text: argument.text, path, line: lineOf(file, node) });
  });
  return messages;
}

/** Returns the names of the values that a compiled message needs. Throws if it uses a named format. */
function namesIn(message: unknown, names = new Set<string>()): Set<string> {
  if (!Array.isArray(message)) return names;
  for (const node of message) {
    if (!Array.isArray(node)) continue;
    const [name, type, options] = node as [string, unknown, unknown];
    names.add(name);
    // A number is the type of a value with a format, but 0 is the `#` that a tag begins with.
    if (typeof type === 'number' && type !== 0 && typeof options === 'string')
      throw new Error(`the format ${options} isn't defined; use a skeleton such as ::percent`);
    if (typeof type === 'number' && type !== 0 && typeof options === 'object' && options !== null)
      for (const branch of Object.values(options)) namesIn(branch, names);
    else namesIn(node.slice(1), names);
  }
  return names;
}

const nameOf = (name: ts.PropertyName): string => (ts.isStringLiteral(name) ? name.text : name.getText());

function describeMismatch(text: string, values: ts.Expression | undefined, isMarked: boolean): string | null {
  let needed: Set<string>;
  try {
    needed = namesIn(compile(text));
  } catch (error) {
    return `isn't valid: ${error instanceof Error ? error.message : String(error)}`;
  }
  // The values of a marked message are given where it is shown.
  if (isMarked) return null;
  if (!values) return needed.size > 0 ? `needs ${[...needed].join(', ')}` : null;
  if (!ts.isObjectLiteralExpression(values)) return null;
  const given = new Set<string>();
  for (const property of values.properties) {
    if (ts.isSpreadAssignment(property)) return null;
    given.add(nameOf(property.name));
  }
  const missing = [...needed].filter((name) => !given.has(name));
  const unused = [...given].filter((name) => !needed.has(name));
  if (missing.length > 0) return `needs ${missing.join(', ')}`;
  return unused.length > 0 ? `doesn't use ${unused.join(', ')}` : null;
}

/** Whether an expression puts a message together, which keeps its texts out of the catalog. */
function isComputedText(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isComputedText(node.expression);
  const isText = (part: ts.Expression) => ts.isStringLiteralLike(part) || isComputedText(part);
  if (ts.isConditionalExpression(node)) return isText(node.whenTrue) || isText(node.whenFalse);
  if (ts.isBinaryExpression(node)) return isText(node.left) || isText(node.right);
  return ts.isTemplateExpression(node);
}

/** Returns what is wrong with the messages of a file: their syntax, or values that don't fit. */
export function checkMessages(path: string, source: string): string[] {
  const file = parseSource(path, source);
  const problems: string[] = [];
  walk(file, (node) => {
    if (!isTranslator(node)) return;
    const [argument, values] = node.arguments;
    if (!argument) return;
    const report = (problem: string) => problems.push(`${path}:${lineOf(file, node)}: ${problem}`);
    const call = (node.expression as ts.Identifier).text;
    if (ts.isStringLiteralLike(argument)) {
      const problem = describeMismatch(argument.text, values, call === 'msg');
      if (problem) report(`the message '${argument.text}' ${problem}`);
    } else if (isComputedText(argument)) {
      report(`${call} takes one literal text per call: ${argument.getText()}`);
    }
  });
  return problems;
}

/** Attributes and properties whose values people never read. */
const codeNames =
  /class(name)?(e?s)?$|^(@\w+|aria-keyshortcuts|key|cookie|cssText|viewport|frame|srcSet|summary|id|name|type|role|href|to|src|srcset|sizes|rel|method|mode|variant|size|d|viewBox|transform|points|style|font|width|height|media|content-type|accept|allow|as|tag|sql|timeZone|value|behavior|block|fetchPriority|autoComplete|inputMode|enterKeyHint|pattern|target|side|align|position|page|queryKey|mutationKey|event|kind|code|cause|property|httpEquiv|charSet|crossOrigin|strokeLinecap|strokeLinejoin|fill|stroke|gridTemplate\w*|background\w*|border\w*|padding|margin|boxShadow|filter|clipPath|rootMargin|sandbox|each|cacheControl|cache-control|content-security-policy|logMessages)$/i;
const codeCalls =
  /^(cx|where|require|import|querySelector(All)?|closest|matches|getElementById|getAttribute|setAttribute|removeAttribute|hasAttribute|addEventListener|removeEventListener|setProperty|getPropertyValue|matchMedia|useMediaQuery|createElement(NS)?|execCommand|startsWith|endsWith|includes|indexOf|split|join|replace|replaceAll|test|match|has|get|set|delete|header|setHeader|getHeader|debug|info|warn|error|log|fatal|addHook|sql|raw|ref|lit|Symbol|RegExp|isActive|getItem|setItem|removeItem|getEntriesByType|mark|measure|dispatchEvent|CustomEvent|KeyboardEvent|describe|progress|update|digest|hkdfSync|encodeCursor|decodeCursor|super)$/;

/** Literals in another language: media types, parameters of headers, policies, the status line of HTTP, and styles. */
const codeTexts = [
  /^[\w.+-]+\/[\w.+-]+(;|$)/,
  /(^|[\s;,])[\w*-]+="?\S/,
  /^[a-z]+-src /,
  /^HTTP\//,
  /[{;]\s*[\w-]+:\s*[^;{}]+;/,
];

/** Whether a literal reads like a text for people: it has a space between words or begins with a capital letter. */
function readsLikeText(text: string): boolean {
  // Of HTML, people read what is between the tags.
  const trimmed = text.replaceAll(/<[!/?]?\w[^>]*>|&\w+;/g, ' ').trim();
  if (!/\p{L}{2}/u.test(trimmed) || codeTexts.some((pattern) => pattern.test(trimmed))) return false;
  if (/^[A-Z][A-Z0-9_]*$/.test(trimmed) || /^https?:/.test(trimmed) || /^<!?\w+ /.test(trimmed)) return false;
  return /\p{L}[,.:;!?)…]? +[\p{L}“"(]/u.test(trimmed) || /^[“"]?[A-Z][\p{Ll}’']+([ .!?…]|$)/u.test(trimmed);
}

/** The places where a literal is code: names of types, keys, classes, messages for developers. */
function isCodeContext(node: ts.Node): boolean {
  let child = node;
  for (let parent = node.parent; parent; child = parent, parent = parent.parent) {
    if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
    if (ts.isTypeNode(parent) || ts.isThrowStatement(parent)) return true;
    if (ts.isElementAccessExpression(parent) && parent.argumentExpression === child) return true;
    if (ts.isCaseClause(parent) && parent.expression === child) return true;
    if (ts.isBinaryExpression(parent) && /^([!=]==?|[<>]=?)$/.test(parent.operatorToken.getText()))
      return true;
    if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const { left } = parent;
      if (ts.isPropertyAccessExpression(left) && codeNames.test(left.name.text)) return true;
    }
    // A list of names: `'one two'.split(' ')`.
    if (ts.isPropertyAccessExpression(parent) && parent.name.text === 'split') return true;
    if (ts.isPropertyAssignment(parent)) {
      if (parent.name === child) return true;
      if (codeNames.test(parent.name.getText().replace(/['"]/g, ''))) return true;
    }
    if (ts.isVariableDeclaration(parent) && codeNames.test(parent.name.getText())) return true;
    if (ts.isJsxAttribute(parent)) return codeNames.test(parent.name.getText());
    if (ts.isTaggedTemplateExpression(parent)) return true;
    if (ts.isNewExpression(parent))
      return /(Error|Exception)$|^(RegExp|Intl\.)|(Counter|Gauge|Histogram)$/.test(
        parent.expression.getText(),
      );
    if (ts.isCallExpression(parent) && parent.expression !== child) {
      const name = parent.expression.getText().split('.').at(-1) ?? '';
      if (translators.has(name) || codeCalls.test(name)) return true;
    }
    if (ts.isJsxElement(parent) || ts.isArrowFunction(parent) || ts.isFunctionDeclaration(parent))
      return false;
  }
  return false;
}

/** Returns the texts of a file that people read and that aren't in the catalog. */
export function findUntranslated(path: string, source: string): string[] {
  const file = parseSource(path, source);
  const problems: string[] = [];
  const lines = source.split('\n');
  const report = (node: ts.Node, text: string) => {
    const line = lineOf(file, node);
    // A reason in the line above exempts a text: `// Not translated: a product name.`
    if (/not translated:/i.test(lines[line - 1] ?? '') || /not translated:/i.test(lines[line - 2] ?? ''))
      return;
    problems.push(`${path}:${line}: the text '${text.trim()}' isn't in the catalog; use t, tRich, or msg`);
  };
  walk(file, (node) => {
    if (ts.isJsxText(node)) {
      if (/\p{L}/u.test(node.text.replaceAll(/&\w+;/g, ''))) report(node, node.text);
    } else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (readsLikeText(node.text) && !isCodeContext(node)) report(node, node.text);
    } else if (ts.isTemplateExpression(node)) {
      const text = node.head.text + node.templateSpans.map((span) => `{}${span.literal.text}`).join('');
      const hasWord = /\p{L}{2}/u.test(text.replaceAll('{}', ''));
      if (hasWord && readsLikeText(text.replaceAll('{}', 'x')) && !isCodeContext(node)) report(node, text);
    }
  });
  return problems;
}

export const catalogPath = 'locales/en.json';

/** The catalog, in FormatJS's format: each message with the files that use it. Translators' tools read it. */
export function createCatalog(messages: readonly FoundMessage[]): string {
  const uses = new Map<string, Set<string>>();
  for (const { text, path } of messages) uses.set(text, (uses.get(text) ?? new Set()).add(path));
  const entries = [...uses]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([text, paths]) => [text, { defaultMessage: text, description: [...paths].sort().join(', ') }]);
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}
