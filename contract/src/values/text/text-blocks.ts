import { parseVideoReference } from './videos.ts';

/**
 * What the text of a page contains between its paragraphs: an empty or labelled `<figure>` whose attribute, such as `data-file`,
 * says what to show in its place. Players, files and posts are loaded by the page.
 */
export const textBlockKinds = ['video', 'file', 'post', 'link'] as const;
export type TextBlockKind = (typeof textBlockKinds)[number];

export interface TextBlock {
  kind: TextBlockKind;
  /** A video as `parseVideoReference` reads it, the id of an upload or of a post, or the address of a link. */
  reference: string;
}

/** The longest label of a block, in characters. */
export const maxBlockLabel = 200;
const maxLinkAddress = 2000;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const isId = (reference: string) => uuid.test(reference);
const isReference: Record<TextBlockKind, (reference: string) => boolean> = {
  video: (reference) => parseVideoReference(reference) !== null,
  file: isId,
  post: isId,
  link: (reference) =>
    reference.length <= maxLinkAddress && /^https?:\/\//.test(reference) && URL.canParse(reference),
};

/** Returns the block that an element with these attributes stands for; null for any other element. */
export function readTextBlock(attributeOf: (name: string) => string | null | undefined): TextBlock | null {
  for (const kind of textBlockKinds) {
    const reference = attributeOf(`data-${kind}`);
    if (reference && isReference[kind](reference)) return { kind, reference };
  }
  return null;
}
