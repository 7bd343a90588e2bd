import { countCharacters } from '#contract/schema/characters.ts';
import { maxMessageText } from '#contract/values/limits.ts';
import { AppError } from '#server/platform/errors.ts';

/** Characters that show nothing: spaces, control and format characters, and fillers. */
const invisible = /[\p{White_Space}\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]|\u034f/gu;

/** Whether nothing of a text would be seen. */
export const isBlank = (text: string): boolean => text.replace(invisible, '') === '';

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
