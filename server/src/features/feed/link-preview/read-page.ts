import { Parser } from 'htmlparser2';

/** What a page says about itself; addresses are absolute. */
export interface PageMetadata {
  title: string;
  description: string | null;
  site_name: string | null;
  image_url: string | null;
}

const longest = { title: 200, description: 300, site_name: 80 };
const unseen = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

function tidy(text: string | undefined, length: number): string | null {
  const clean = (text ?? '').toWellFormed().replace(/\s+/g, ' ').replace(unseen, '').trim();
  if (clean === '') return null;
  const characters = [...clean];
  return characters.length <= length
    ? clean
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}

/** The page's text: by the character set of the header, else the one that its beginning names, else UTF-8. */
export function decodePage(body: Buffer, contentType: string): string {
  const named =
    /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ??
    /<meta[^>]+charset=["']?([\w-]+)/i.exec(body.subarray(0, 2048).toString('latin1'))?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8').decode(body);
  } catch {
    return new TextDecoder('utf-8').decode(body);
  }
}

/** Reads the head of a page; null when it has no title. */
export function readPage(html: string, url: string): PageMetadata | null {
  const named = new Map<string, string>();
  let title = '';
  let inTitle = false;
  let isOver = false;
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (isOver) return;
      if (tag === 'body') isOver = true;
      else if (tag === 'title' && title === '') inTitle = true;
      else if (tag === 'meta') {
        const name = (attributes.property ?? attributes.name ?? '').toLowerCase();
        if (name && attributes.content && !named.has(name)) named.set(name, attributes.content);
      }
    },
    ontext(text) {
      if (inTitle) title += text;
    },
    onclosetag(tag) {
      if (tag === 'title') inTitle = false;
      if (tag === 'head') isOver = true;
    },
  });
  parser.end(html);
  const shown = tidy(named.get('og:title') ?? named.get('twitter:title') ?? title, longest.title);
  if (shown === null) return null;
  const image = named.get('og:image:secure_url') ?? named.get('og:image') ?? named.get('twitter:image');
  return {
    title: shown,
    description: tidy(
      named.get('og:description') ?? named.get('twitter:description') ?? named.get('description'),
      longest.description,
    ),
    site_name: tidy(named.get('og:site_name'), longest.site_name),
    image_url: (image && URL.parse(image, url)?.href) || null,
  };
}
