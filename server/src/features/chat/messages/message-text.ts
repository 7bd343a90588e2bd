import { countCharacters, isBlank } from '#contract/schema/characters.ts';
import { maxMessageText } from '#contract/values/limits.ts';
import { AppError } from '#server/platform/errors.ts';

/**
 * Returns the text of a message as it is stored: without white space around it.
 * @throws AppError `message_empty` unless it has attachments, `message_too_long`
 */
export function requireMessageText(content: string, hasAttachments: boolean): string {
  if (isBlank(content)) {
    if (!hasAttachments) throw new AppError('message_empty');
    return '';
  }
  const text = content.trim();
  if (countCharacters(text) > maxMessageText) throw new AppError('message_too_long');
  return text;
}
