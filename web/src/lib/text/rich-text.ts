import { countCharacters } from '#contract/schema/characters.ts';

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** Returns the plain text of the editor's HTML, with one space between blocks. */
export function toText(html: string): string {
  return html
    .replace(/<\/(p|h\d|li|blockquote|pre)>|<br\s*\/?>|<hr\s*\/?>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the plain text of each block, to show HTML that the server has not sanitized yet. */
export function toParagraphs(html: string): string[] {
  return html
    .split(/<\/(?:p|h\d|li|blockquote|pre)>|<br\s*\/?>|<hr\s*\/?>/)
    .map(toText)
    .filter((text) => text !== '');
}

/** Returns the length of the text in characters, as limits count it. */
export function textLength(html: string): number {
  return countCharacters(toText(html));
}
