import { mentionedName } from '#contract/values/mentioned-name.ts';

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

/** Names that one message can mention; further ones stay plain text. */
const maxMentions = 50;

/** Returns the usernames that a message mentions with `@`, in lower case, each once. Those in code and links aren't mentions. */
export function findMentions(markdown: string): string[] {
  const text = markdown
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/`[^`\n]+`/g, ' ')
    .replace(/(?:https?:\/\/|www\.)\S+/gi, ' ');
  const found = text.matchAll(new RegExp(String.raw`(?<![\p{L}\p{N}@])@(${mentionedName})`, 'gu'));
  return [...new Set([...found].map(([, name = '']) => name.toLowerCase()))].slice(0, maxMentions);
}

/** Returns plain text with the names of mentioned people instead of their usernames. */
export function withMentionedNames(
  text: string,
  people: readonly { username: string; full_name: string }[],
): string {
  const names = new Map(people.map(({ username, full_name }) => [username.toLowerCase(), full_name]));
  return text.replace(new RegExp(`@(${mentionedName})`, 'gu'), (token, name: string) => {
    const full = names.get(name.toLowerCase());
    return full === undefined ? token : `@${full}`;
  });
}
