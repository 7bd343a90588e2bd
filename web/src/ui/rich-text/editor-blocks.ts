import { mergeAttributes, Node } from '@tiptap/react';
import { t } from '#contract/i18n/translate.ts';
import { readTextBlock, type TextBlock } from '#contract/values/text/text-blocks.ts';
import { hostName, parseVideoReference } from '#contract/values/text/videos.ts';
import type { NewBlock } from './added-blocks.ts';

function videoLabel(reference: string): string {
  const video = parseVideoReference(reference);
  return video && 'host' in video
    ? t('Video from {site}', { site: hostName(video.host) })
    : t('Uploaded video');
}

const kindLabels: Record<TextBlock['kind'], () => string> = {
  video: () => t('Video'),
  file: () => t('File'),
  post: () => t('Community post'),
  link: () => t('Link'),
};

/** What the editor shows in place of a block, whose content isn't loaded while its text is written. */
function toShown({ kind, reference, label }: NewBlock): { kind: string; label: string } {
  if (kind === 'video') return { kind: '', label: videoLabel(reference) };
  return { kind: kindLabels[kind](), label: label || reference };
}

function showBlock(block: NewBlock): HTMLElement {
  const dom = document.createElement('figure');
  dom.dataset[block.kind] = block.reference;
  dom.className = 'text-block';
  const shown = toShown(block);
  for (const [name, text] of Object.entries(shown)) {
    if (text === '') continue;
    const part = document.createElement('span');
    part.className = `text-block-${name}`;
    part.textContent = text;
    dom.append(part);
  }
  return dom;
}

/** A block between paragraphs, such as `<figure data-file="id">Label</figure>`. */
export const BlockNode = Node.create({
  name: 'embeddedBlock',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    kind: { default: 'link', rendered: false },
    reference: { default: '', rendered: false },
    label: { default: '', rendered: false },
  }),
  parseHTML: () => [
    {
      tag: 'figure',
      getAttrs: (element) => {
        const block = readTextBlock((name) => element.getAttribute(name));
        return block ? { ...block, label: element.textContent ?? '' } : false;
      },
    },
  ],
  renderHTML: ({ node, HTMLAttributes }) => {
    const { kind, reference, label } = node.attrs as NewBlock;
    return ['figure', mergeAttributes(HTMLAttributes, { [`data-${kind}`]: reference }), label];
  },
  renderText: ({ node }) => String(node.attrs.label),
  addNodeView() {
    return ({ node }) => ({ dom: showBlock(node.attrs as NewBlock) });
  },
});
