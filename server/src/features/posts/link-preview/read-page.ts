import { Parser } from 'htmlparser2';
import { maxHtmlDepth } from '#server/platform/text/html-depth.ts';

/** Metadata of a page. URLs are absolute. */
export interface PageMetadata {
  title: string;
  description: string | null;
  site_name: string | null;
  image_url: string | null;
}

const maxLengths = { title: 200, description: 300, site_name: 80 };
const invisibleCharacters = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

function tidy(text: string | undefined, length: number): string | null {
  const clean = (text ?? '').toWellFormed().replace(/\s+/g, ' ').replace(invisibleCharacters, '').trim();
  if (clean === '') return null;
  const characters = [...clean];
  return characters.length <= length
    ? clean
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}

/** Decodes a page with the character set of its header, else the one that its first 2048 bytes name, else UTF-8. */
export function decodePage(body: Buffer, contentType: string): string {
  const charset =
    /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ??
    /<meta[^>]+charset=["']?([\w-]+)/i.exec(body.subarray(0, 2048).toString('latin1'))?.[1];
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(body);
  } catch {
    return new TextDecoder('utf-8').decode(body);
  }
}

class EndOfHead extends Error {}

/** Parses until a callback throws `EndOfHead`. The rest of the page costs nothing. */
function parseHead(parser: Parser, html: string): void {
  try {
    parser.end(html);
  } catch (error) {
    if (!(error instanceof EndOfHead)) throw error;
  }
}

/** Reads the metadata from the head of a page; null when it has no title. */
export function readPage(html: string, url: string): PageMetadata | null {
  const metaTags = new Map<string, string>();
  let title = '';
  let inTitle = false;
  let depth = 0;
  const parser = new Parser({
    onopentag(tag, attributes) {
      depth += 1;
      if (tag === 'body' || depth > maxHtmlDepth) throw new EndOfHead();
      if (tag === 'title' && title === '') inTitle = true;
      else if (tag === 'meta') {
        const name = (attributes.property ?? attributes.name ?? '').toLowerCase();
        if (name && attributes.content && !metaTags.has(name)) metaTags.set(name, attributes.content);
      }
    },
    ontext(text) {
      if (inTitle) title += text;
    },
    onclosetag(tag) {
      depth -= 1;
      if (tag === 'title') inTitle = false;
      if (tag === 'head') throw new EndOfHead();
    },
  });
  parseHead(parser, html);
  const shown = tidy(metaTags.get('og:title') ?? metaTags.get('twitter:title') ?? title, maxLengths.title);
  if (shown === null) return null;
  const image =
    metaTags.get('og:image:secure_url') ?? metaTags.get('og:image') ?? metaTags.get('twitter:image');
  return {
    title: shown,
    description: tidy(
      metaTags.get('og:description') ?? metaTags.get('twitter:description') ?? metaTags.get('description'),
      maxLengths.description,
    ),
    site_name: tidy(metaTags.get('og:site_name'), maxLengths.site_name),
    image_url: (image && URL.parse(image, url)?.href) || null,
  };
}
