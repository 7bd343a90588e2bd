import { useEffect, useRef } from 'react';
import { cx } from './cx.ts';

export interface RichTextViewProps {
  /** HTML that the server has already sanitised. Never anything else. */
  html: string;
  /** `compact` for comments and messages. */
  size?: 'normal' | 'compact';
  className?: string;
}

/** Shows sanitised rich text in our typography. */
export function RichTextView({ html, size = 'normal', className }: RichTextViewProps) {
  const box = useRef<HTMLDivElement>(null);
  // What is wider than its place is scrolled: the keyboard must reach it for that. The HTML itself stays as the server made it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML has other tables.
  useEffect(() => {
    for (const table of box.current?.querySelectorAll('table') ?? []) table.tabIndex = 0;
  }, [html]);
  return (
    <div
      ref={box}
      className={cx('prose', className)}
      data-size={size}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when it was written.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
