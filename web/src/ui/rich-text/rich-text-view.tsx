import { useEffect, useRef } from 'react';
import { cx } from '../cx.ts';

export interface RichTextViewProps {
  /** HTML sanitized by the server. Never pass anything else. */
  html: string;
  /** `compact` for comments and messages. */
  size?: 'normal' | 'compact';
  className?: string;
}

/** Renders sanitized rich text. */
export function RichTextView({ html, size = 'normal', className }: RichTextViewProps) {
  const box = useRef<HTMLDivElement>(null);
  // Makes wide tables focusable, so that the keyboard can scroll them. The HTML itself is not changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: changed HTML has other tables.
  useEffect(() => {
    for (const table of box.current?.querySelectorAll('table') ?? []) table.tabIndex = 0;
  }, [html]);
  return (
    <div
      ref={box}
      className={cx('prose', className)}
      data-size={size}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server when it was saved.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
