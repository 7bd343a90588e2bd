import type { MentionedPerson } from './mentions.queries.ts';

const mark = /<span data-mention="([0-9a-f-]{36})">((?:(?!<\/?span\b)[\s\S])*)<\/span>/g;
const anySpan = /<\/?span\b[^>]*>/g;

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

/** Ids of the people that sanitised HTML marks, in order, each once. */
export function markedIds(html: string): string[] {
  return [...new Set([...html.matchAll(/<span data-mention="([0-9a-f-]{36})">/g)].map(([, id = '']) => id))];
}

/**
 * Sanitised HTML with the marks of these people as links under the name that the server knows; what stood in the mark is
 * not believed. Marks of anyone else become the text that they hold.
 */
export function writeMentions(html: string, people: ReadonlyMap<string, MentionedPerson>): string {
  const written = html.replace(mark, (_whole, id: string, inner: string) => {
    const person = people.get(id);
    if (!person) return inner;
    const address = `/profile/${encodeURIComponent(person.profile_url)}`;
    return `<a data-mention="${id}" href="${address}">@${escapeText(person.full_name)}</a>`;
  });
  // What is left are empty spans of pasted text, and marks around marks.
  return written.replace(anySpan, '');
}
