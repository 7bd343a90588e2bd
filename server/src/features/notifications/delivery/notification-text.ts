import { writeNotification } from '#contract/features/notifications/notification-copy.ts';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import { formatMessage } from '#contract/i18n/translate.ts';
import { nowMs } from '#server/platform/clock.ts';

const asText = (chunks: readonly string[]) => chunks.join('');

/** A notification as text, and where it leads. */
interface NotificationText {
  sentence: string;
  /** Empty if there is nothing to say below the sentence. */
  detail: string;
  /** What a device shows below its heading. Null: the sentence and the text below it. */
  short: string | null;
  url: string;
}

/** Writes a notification in the language of the current reader, with times in their zone. */
export function writeText(
  entry: Notification,
  { publicUrl, timeZone }: { publicUrl: string; timeZone: string },
): NotificationText {
  const { sentence, detail, short, path, search } = writeNotification(entry, { timeZone, now: nowMs() });
  // With tags that become texts, a message is one text.
  const toText = (message: string, values: object) =>
    formatMessage<string>(message, { ...values, name: asText, post: asText }) as string;
  const query = new URLSearchParams(search as Record<string, string>).toString();
  return {
    sentence: 'text' in sentence ? sentence.text : toText(sentence.message, sentence.values),
    detail,
    short,
    url: `${publicUrl}${path}${query && `?${query}`}`,
  };
}
