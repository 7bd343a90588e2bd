import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const translators = new Set(['t', 'msg', 'tRich']);

function visit(node: unknown, found: (call: SyntaxNode) => void): void {
  if (Array.isArray(node)) {
    for (const child of node) visit(child, found);
    return;
  }
  if (typeof node !== 'object' || node === null || typeof (node as SyntaxNode).type !== 'string') return;
  const current = node as SyntaxNode;
  if (current.type === 'CallExpression') found(current);
  for (const child of Object.values(current)) if (typeof child === 'object') visit(child, found);
}

/** The first argument of a call of a translator, if it is a literal text. */
function messageOf(call: SyntaxNode): { text: string; start: number; end: number } | null {
  const callee = call.callee as SyntaxNode;
  if (callee.type !== 'Identifier' || !translators.has(callee.name as string)) return null;
  const [argument] = call.arguments as SyntaxNode[];
  const text = argument ? textOf(argument) : null;
  return argument && typeof text === 'string' ? { text, start: argument.start, end: argument.end } : null;
}

/** The value of a string, or of a template without expressions. */
function textOf(node: SyntaxNode): unknown {
  if (node.type === 'Literal') return node.value;
  const [only, ...more] =
    node.type === 'TemplateLiteral' ? (node.quasis as { value: { cooked: string } }[]) : [];
  return more.length === 0 ? only?.value.cooked : null;
}

/**
 * Compiles the messages in the code of pages when they are built: browsers get small arrays instead of a parser of ICU
 * MessageFormat, and each page gets only its own messages.
 */
export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    enforce: 'post',
    transform(code, id) {
      if (!/\/(web|contract)\/src\/.*\.tsx?$/.test(id) || !/\b(t|msg|tRich)\(/.test(code)) return null;
      const messages: { text: string; start: number; end: number }[] = [];
      visit(this.parse(code), (call) => {
        const message = messageOf(call);
        if (message) messages.push(message);
      });
      let result = code;
      // From the end, so that earlier positions stay valid.
      for (const { text, start, end } of messages.sort((left, right) => right.start - left.start)) {
        const compiled = compile(text);
        if (compiled === text) continue;
        // A text without quotes around its braces would be compiled again where the renderer formats it.
        const message = typeof compiled === 'string' ? [compiled] : compiled;
        result = result.slice(0, start) + JSON.stringify(message) + result.slice(end);
      }
      return { code: result, map: null };
    },
  };
}
