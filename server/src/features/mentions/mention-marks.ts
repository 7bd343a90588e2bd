import type { MentionedPerson } from './mentions.queries.ts';

const mentionMark = /<span data-mention="([0-9a-f-]{36})">((?:(?!<\/?span\b)[\s\S])*)<\/span>/g;
const anySpan = /<\/?span\b[^>]*>/g;

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

/** Returns the ids of the people mentioned in sanitized HTML, in order, each once. */
export function markedIds(html: string): string[] {
  const ids = Array.from(html.matchAll(/<span data-mention="([0-9a-f-]{36})">/g), ([, id]) => id as string);
  return [...new Set(ids)];
}

/**
 * Replaces the mention marks of these people in sanitized HTML with links that show their stored names; the text inside
 * a mark is not trusted. Marks of anyone else become plain text.
 */
export function writeMentions(html: string, people: ReadonlyMap<string, MentionedPerson>): string {
  const written = html.replace(mentionMark, (_whole, id: string, inner: string) => {
    const person = people.get(id);
    if (!person) return inner;
    const address = `/profile/${encodeURIComponent(person.profile_url)}`;
    return `<a data-mention="${id}" href="${address}">@${escapeText(person.full_name)}</a>`;
  });
  // Only empty spans of pasted text and nested marks are left.
  return written.replace(anySpan, '');
}
