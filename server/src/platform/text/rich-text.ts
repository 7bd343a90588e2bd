import sanitizeHtml from 'sanitize-html';
import { hasLinkScheme, linkSchemes } from '#contract/values/text/link-schemes.ts';
import { maxBlockLabel, readTextBlock, type TextBlockKind } from '#contract/values/text/text-blocks.ts';
import { escapeText } from './escape-html.ts';

/** The URL of an image that Hearth stores; the group is the upload's id. */
const hostedImage = /^\/files\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/[\w.-]+$/;
const localLink = /^\/(?![/\\\s])/;

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'h1',
    'h2',
    'h3',
    'h4',
    'strong',
    'b',
    'em',
    'i',
    's',
    'u',
    'code',
    'pre',
    'blockquote',
    'ul',
    'ol',
    'li',
    'a',
    'img',
    'hr',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: [...linkSchemes],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // The content of these elements isn't text and is removed with the tag.
  nonTextTags: [
    'style',
    'script',
    'textarea',
    'option',
    'noscript',
    'title',
    'template',
    'iframe',
    'svg',
    'math',
  ],
  transformTags: {
    // Google Docs wraps copied content in a bold element with normal font weight.
    b: (_tagName, { style = '' }) => ({
      tagName: /font-weight:\s*(normal|400)/i.test(style) ? 'span' : 'strong',
      attribs: {},
    }),
    i: 'em',
    h1: 'h2',
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs:
        hasLinkScheme(href) || localLink.test(href)
          ? { href, rel: 'noopener noreferrer nofollow ugc', target: '_blank' }
          : ({} as Record<string, string>),
    }),
  },
  // Only images that Hearth stores are allowed.
  exclusiveFilter: (frame) => frame.tag === 'img' && !hostedImage.test(frame.attribs.src ?? ''),
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const asMention = (id: string) => ({ tagName: 'span', attribs: { 'data-mention': id.toLowerCase() } });
const plainLink = allowed.transformTags?.a as sanitizeHtml.Transformer;

/** Also allows mentions: `<span data-mention="id">` without other attributes. The caller looks up the users. */
const allowedWithMentions: sanitizeHtml.IOptions = {
  ...allowed,
  allowedTags: [...(allowed.allowedTags as string[]), 'span'],
  allowedAttributes: { ...allowed.allowedAttributes, span: ['data-mention'] },
  transformTags: {
    ...allowed.transformTags,
    a: (tagName, attribs) =>
      uuid.test(attribs['data-mention'] ?? '')
        ? asMention(attribs['data-mention'] ?? '')
        : plainLink(tagName, attribs),
    span: (tagName, attribs) =>
      uuid.test(attribs['data-mention'] ?? '')
        ? asMention(attribs['data-mention'] ?? '')
        : { tagName, attribs: {} },
  },
};

/** Also allows blocks such as `<figure data-file="id">Label</figure>`, and parts that can be opened and closed. */
const allowedWithBlocks: sanitizeHtml.IOptions = {
  ...allowed,
  allowedTags: [...(allowed.allowedTags as string[]), 'figure', 'details', 'summary'],
  allowedAttributes: { ...allowed.allowedAttributes, figure: ['data-*'] },
  transformTags: {
    ...allowed.transformTags,
    // Other figures lose their tag and keep their content.
    figure: (_tagName, attributes) => {
      const block = readTextBlock((name) => attributes[name]);
      return block
        ? { tagName: 'figure', attribs: { [`data-${block.kind}`]: block.reference } }
        : { tagName: 'div', attribs: {} as Record<string, string> };
    },
  },
};
const blockElement = /<figure data-([a-z]+)="([^"]*)">(.*?)<\/figure>/gs;
const summaryElement = /<summary>(.*?)<\/summary>/gs;
const cleanBlock = /(<figure data-[a-z]+="[^"]*">[^<]*<\/figure>)|<\/?figure\b[^>]*>/g;

/** Returns the text of a label, escaped. */
const toLabel = (html: string) => escapeText([...toPlainText(html)].slice(0, maxBlockLabel).join('').trim());

/**
 * Returns the HTML of the editor with only allowed elements and attributes, safe to store and show. `mentions` keeps
 * mentions, for callers that look up the users before they store anything; `blocks` keeps blocks such as videos and files.
 */
export function sanitizeRichText(
  html: string,
  { mentions = false, blocks = false }: { mentions?: boolean; blocks?: boolean } = {},
): string {
  if (!blocks) return sanitizeHtml(html, mentions ? allowedWithMentions : allowed).trim();
  return (
    sanitizeHtml(html, allowedWithBlocks)
      .replace(blockElement, (_, kind: string, reference: string, inner: string) => {
        const label = kind === 'video' ? '' : toLabel(inner);
        return `<figure data-${kind}="${reference}">${label}</figure>`;
      })
      .replace(summaryElement, (_, inner: string) => `<summary>${toLabel(inner)}</summary>`)
      // What is left of a block inside another one.
      .replace(cleanBlock, '$1')
      .trim()
  );
}

/** Returns the references of the blocks of a kind in sanitized HTML, in order, each once. */
export const blocksIn = (html: string, kind: TextBlockKind): string[] => [
  ...new Set(
    [...html.matchAll(blockElement)]
      .filter(([, found]) => found === kind)
      .map(([, , reference = '']) => reference),
  ),
];

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
};

/** Returns the plain text of sanitized HTML, with one space between blocks. */
export function toPlainText(html: string): string {
  return html
    .replace(/<\/?(p|h\d|ul|ol|li|blockquote|pre|table|t[dhr]|br|hr|figure|details|summary)\b[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the ids of the uploads in sanitized HTML, in order, each once. */
export function imageIdsIn(html: string): string[] {
  const sources = [...html.matchAll(/<img[^>]*\ssrc="([^"]*)"/g)].map((match) => match[1] ?? '');
  return [
    ...new Set(sources.map((source) => hostedImage.exec(source)?.[1]).filter((id) => id !== undefined)),
  ];
}

/** Returns the first `length` characters of a text, cut at a word, with an ellipsis if it was cut. */
export function toExcerpt(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const cut = characters.slice(0, length).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > length / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
