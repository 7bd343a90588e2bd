import { Parser } from 'htmlparser2';

/** Most elements that stand in one another in HTML the server reads. Editors and web pages stay far below. */
export const maxHtmlDepth = 200;

class TooDeepError extends Error {}

/**
 * Whether elements stand in one another deeper than `maxHtmlDepth`. Ask before anything else parses the HTML: the parser
 * takes time in proportion to the depth for every tag. This check stops at the limit.
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
