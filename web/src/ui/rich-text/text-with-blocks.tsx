import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { readTextBlock, type TextBlock } from '#contract/values/text/text-blocks.ts';
import { RichTextView, type RichTextViewProps } from './rich-text-view.tsx';

/** A block as a text has it, with its label. */
export interface ShownBlock extends TextBlock {
  label: string;
}

interface TextWithBlocksProps extends RichTextViewProps {
  /** Renders a block in its place. */
  renderBlock: (block: ShownBlock) => ReactNode;
}

/** On the server, there are no elements to look for. */
const useBrowserLayoutEffect = typeof window === 'undefined' ? () => {} : useLayoutEffect;

/** Takes the label out of a block: what is rendered has its own. */
function takeLabel(element: HTMLElement): string {
  element.dataset.label ??= element.textContent ?? '';
  if (element.childElementCount === 0) element.textContent = '';
  return element.dataset.label;
}

/** Rich text with what `renderBlock` returns in place of its blocks, such as videos and files, which the text only names. */
export function TextWithBlocks({ renderBlock, ...text }: TextWithBlocksProps) {
  const box = useRef<HTMLDivElement>(null);
  const [blocks, setBlocks] = useState<(ShownBlock & { element: Element })[]>([]);
  useBrowserLayoutEffect(() => {
    const elements = box.current?.querySelectorAll('figure') ?? [];
    setBlocks(
      [...elements].flatMap((element) => {
        const block = readTextBlock((name) => element.getAttribute(name));
        return block ? [{ ...block, element, label: takeLabel(element) }] : [];
      }),
    );
  }, [text.html]);
  return (
    <div ref={box}>
      <RichTextView {...text} />
      {blocks.map(({ element, ...block }, index) =>
        createPortal(renderBlock(block), element, `${index}:${block.kind}:${block.reference}`),
      )}
    </div>
  );
}
