import '#web/styles/lazy/chat.css';
import { Fragment, type ReactNode, useMemo } from 'react';
import { type Block, type Inline, isLargeEmoji, parseMessage } from './parse-message.ts';

interface MessageTextProps {
  content: string;
  /** The names of people who can be mentioned, by username. Others stay text. */
  names?: ReadonlyMap<string, string>;
}

/** The text of a message as it was meant by its Markdown. Builds elements only, never HTML from a string. */
export function MessageText({ content, names }: MessageTextProps) {
  const blocks = useMemo(() => parseMessage(content), [content]);
  return (
    <div className="message-text" dir="auto" data-emoji={isLargeEmoji(content) ? '' : undefined}>
      {withKeys(blocks, (block) => (
        <BlockView block={block} names={names} />
      ))}
    </div>
  );
}

/** Parts of a text that doesn't change need no keys of their own. */
function withKeys<Part>(parts: readonly Part[], show: (part: Part) => ReactNode): ReactNode {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that does not change.
    <Fragment key={index}>{show(part)}</Fragment>
  ));
}

type Names = MessageTextProps['names'];

function BlockView({ block, names }: { block: Block; names: Names }) {
  if (block.type === 'code') {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard.
      <pre tabIndex={0}>
        <code>{block.text}</code>
      </pre>
    );
  }
  const lines = block.lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that does not change.
    <Fragment key={index}>
      {index > 0 && <br />}
      <InlineView parts={line} names={names} />
    </Fragment>
  ));
  return block.type === 'quote' ? <blockquote>{lines}</blockquote> : <p>{lines}</p>;
}

function InlineView({ parts, names }: { parts: readonly Inline[]; names: Names }) {
  return withKeys(parts, (part) => {
    switch (part.type) {
      case 'text':
        return part.text;
      case 'code':
        return <code>{part.text}</code>;
      case 'link':
        return (
          <a href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
            {part.text}
          </a>
        );
      case 'mention': {
        const name = names?.get(part.username);
        return name === undefined ? part.text : <span className="message-mention">@{name}</span>;
      }
      case 'bold':
        return (
          <strong>
            <InlineView parts={part.children} names={names} />
          </strong>
        );
      case 'italic':
        return (
          <em>
            <InlineView parts={part.children} names={names} />
          </em>
        );
      case 'struck':
        return (
          <s>
            <InlineView parts={part.children} names={names} />
          </s>
        );
    }
  });
}

/** The text of one line without its Markdown, for previews. */
export function toPlainText(content: string): string {
  const flat = (parts: readonly Inline[]): string =>
    parts.map((part) => ('children' in part ? flat(part.children) : part.text)).join('');
  return parseMessage(content)
    .map((block) => (block.type === 'code' ? block.text : block.lines.map(flat).join(' ')))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}
