import { writeNotification } from '#contract/features/notifications/notification-copy.ts';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import { formatMessage } from '#contract/i18n/translate.ts';

const asText = (chunks: readonly string[]) => chunks.join('');

/** Writes what a notification says as text, in the language of the current reader. */
export function toSentence(entry: Notification): string {
  const { sentence } = writeNotification(entry);
  if ('text' in sentence) return sentence.text;
  const parts = formatMessage<string>(sentence.message, { ...sentence.values, name: asText, post: asText });
  return typeof parts === 'string' ? parts : parts.join('');
}

/** Returns where a notification leads. */
export function toNotificationUrl(entry: Notification, publicUrl: string): string {
  const { path, search } = writeNotification(entry);
  const query = new URLSearchParams(search as Record<string, string>).toString();
  return `${publicUrl}${path}${query && `?${query}`}`;
}
