import { countCharacters } from '#contract/characters.ts';

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The plain text of the editor's HTML, one space between blocks. */
export function toText(html: string): string {
  return html
    .replace(/<\/(p|h\d|li|blockquote|pre)>|<br\s*\/?>|<hr\s*\/?>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
}

/** The plain text of each block, for showing what no server has sanitised yet. */
export function toParagraphs(html: string): string[] {
  return html
    .split(/<\/(?:p|h\d|li|blockquote|pre)>|<br\s*\/?>|<hr\s*\/?>/)
    .map(toText)
    .filter((text) => text !== '');
}

/** Characters of it, as limits count them. */
export function textLength(html: string): number {
  return countCharacters(toText(html));
}
