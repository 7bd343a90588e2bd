import { cx } from './cx.ts';

export interface RichTextViewProps {
  /** HTML that the server has already sanitised. Never anything else. */
  html: string;
  /** `compact` for comments and messages. */
  size?: 'normal' | 'compact';
  className?: string;
}

/** What is wider than its place is scrolled: the keyboard must reach it for that. */
const withReach = (html: string) => html.replaceAll('<table', '<table tabindex="0"');

/** Shows sanitised rich text in our typography. */
export function RichTextView({ html, size = 'normal', className }: RichTextViewProps) {
  return (
    <div
      className={cx('prose', className)}
      data-size={size}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when it was written.
      dangerouslySetInnerHTML={{ __html: withReach(html) }}
    />
  );
}
