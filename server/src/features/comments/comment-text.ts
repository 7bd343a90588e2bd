import { maxCommentText } from '#contract/limits.ts';
import { AppError } from '#server/platform/errors.ts';
import { sanitizeRichText, toPlainText } from '#server/platform/text/rich-text.ts';

/**
 * What people sent as it may be stored, once those it names have been looked up (`resolveMentions`).
 * @throws AppError `comment_empty`, `comment_too_long`
 */
export function requireCommentText(html: string): { body: string; text: string } {
  const body = sanitizeRichText(html, { mentions: true });
  const text = toPlainText(body);
  if (text === '') throw new AppError('comment_empty');
  if ([...text].length > maxCommentText) throw new AppError('comment_too_long');
  return { body, text };
}
