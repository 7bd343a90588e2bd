import { countCharacters } from '#contract/characters.ts';
import { maxCommentText } from '#contract/limits.ts';
import { AppError } from '#server/platform/errors.ts';
import { sanitizeRichText, toPlainText } from '#server/platform/text/rich-text.ts';

/**
 * What people sent, with the marks of people, who are looked up before it is stored.
 * @throws AppError `comment_empty`, `comment_too_long`
 */
export function requireCommentText(html: string): { body: string; text: string } {
  const body = sanitizeRichText(html, { mentions: true });
  const text = toPlainText(body);
  if (text === '') throw new AppError('comment_empty');
  if (countCharacters(text) > maxCommentText) throw new AppError('comment_too_long');
  return { body, text };
}
