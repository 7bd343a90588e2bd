import type { Locale } from '#contract/i18n/locale.ts';
import { withLocale } from '#server/platform/reader-locale.ts';

/** A text for a recipient: as it is, or a function that creates it in the language of each recipient. */
export type RecipientText = string | (() => string);

/** Returns a text in the language of a recipient. */
export function toText(text: RecipientText, locale: Locale): string {
  return typeof text === 'string' ? text : withLocale(locale, text);
}
