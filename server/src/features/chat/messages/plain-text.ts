/** Characters of a text that lists show. */
const excerptLength = 200;

/**
 * Returns Markdown as it is read, for lists and search results: without the signs of bold, italic, code and quotes, links as
 * their text, in one line, at most 200 characters.
 */
export function toPlainExcerpt(markdown: string): string {
  const text = markdown
    .slice(0, 4 * excerptLength)
    .replace(/```[^\n`]*\n?/g, '')
    .replace(/^[ \t]*>[ \t]?/gm, '')
    .replace(/!?\[([^\]\n]{1,300})\]\([^)\s]{1,500}\)/g, '$1')
    .replace(/\*\*|__|~~|`/g, '')
    .replace(/(^|[\s(])[*_](?=\S)/g, '$1')
    .replace(/(\S)[*_](?=$|[\s).,!?:;])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...text];
  if (characters.length <= excerptLength) return text.toWellFormed();
  return `${characters.slice(0, excerptLength - 1).join('')}…`.toWellFormed();
}

/** Longer URLs don't fit into an index entry. */
const maxLinkLength = 2_000;

/** Returns the first web link in a message; null if there is none. */
export function findLink(markdown: string): string | null {
  const found = /https?:\/\/[^\s<>"'`]+/i.exec(markdown)?.[0];
  if (!found) return null;
  // A closing bracket and punctuation belong to the sentence, unless the link itself opens a bracket.
  let end = found.length;
  while (end > 0 && '.,!?:;*_~'.includes(found.charAt(end - 1))) end -= 1;
  const link = found.slice(0, end);
  const url = link.endsWith(')') && !link.includes('(') ? link.slice(0, -1) : link;
  return url.length <= maxLinkLength && URL.canParse(url) ? url : null;
}
