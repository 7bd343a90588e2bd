import { Parser } from 'htmlparser2';

/** Maximum nesting depth of HTML that the server parses. Editors and web pages stay far below. */
export const maxHtmlDepth = 200;

class TooDeepError extends Error {}

/**
 * Returns whether elements are nested deeper than `maxHtmlDepth`. Call it before anything else parses the HTML: for each
 * tag, a parser takes time in proportion to the depth. This check stops at the limit.
 */
export function isHtmlTooDeep(html: string): boolean {
  let depth = 0;
  const parser = new Parser({
    onopentag() {
      depth += 1;
      if (depth > maxHtmlDepth) throw new TooDeepError();
    },
    onclosetag() {
      depth -= 1;
    },
  });
  try {
    parser.end(html);
    return false;
  } catch (error) {
    if (error instanceof TooDeepError) return true;
    throw error;
  }
}
