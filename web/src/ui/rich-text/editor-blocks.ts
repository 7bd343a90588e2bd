import { mergeAttributes, Node } from '@tiptap/react';
import { readTextBlock } from '#contract/values/text/text-blocks.ts';
import type { NewBlock } from './added-blocks.ts';
import { toBlockName } from './block-name.ts';

function showBlock(block: NewBlock): HTMLElement {
  const dom = document.createElement('figure');
  dom.dataset[block.kind] = block.reference;
  dom.className = 'text-block';
  const shown = toBlockName(block);
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
