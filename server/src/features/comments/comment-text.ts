import { AppError } from '#server/platform/errors.ts';
import { requireRichText } from '#server/platform/text/require-rich-text.ts';

/**
 * Sanitizes the text of a comment. Mentions are resolved before it is stored.
 * @throws AppError `comment_empty`, `comment_too_long`
 */
export function requireCommentText(html: string, before?: string): { body: string; text: string } {
  const { html: body, text } = requireRichText(html, 'comment', before);
  if (text === '') throw new AppError('comment_empty');
  return { body, text };
}
