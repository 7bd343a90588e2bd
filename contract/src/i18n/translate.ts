import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format';
import { compileMessage } from '#message-compiler';
import { dateTimeFormat, formatNumber, pluralForm } from './formatters.ts';
import { currentLocale } from './locale.ts';

/** A message of the catalog that is translated later, where it is shown: see `msg`. */
export type Message = string & { readonly isMessage: true };
/** A literal text. Computed texts can't be found for the catalog, so they aren't accepted. */
export type Literal<Text extends string> = string extends Text ? never : Text;

type Translation = (message: CompiledMessage) => CompiledMessage;
const translations = new Map<string, Translation>();

/** Adds the translation of a language, such as `en-XA`. Texts without a translation stay English. */
export function addTranslation(locale: string, translation: Translation): void {
  translations.set(locale, translation);
}

/** The methods that messages are formatted with; the other ones of their types aren't called. */
const formatters = {
  getDateTimeFormat: (_locale: unknown, options?: Intl.DateTimeFormatOptions) => dateTimeFormat(options),
  getNumberFormat: (_locale: unknown, options?: Intl.NumberFormatOptions) =>
    ({ format: (value: number) => formatNumber(value, options) }) as Intl.NumberFormat,
  getPluralRules: (_locale: unknown, options?: Intl.PluralRulesOptions) =>
    ({ select: (value: number) => pluralForm(value, options) }) as Intl.PluralRules,
};

/** Formats a message in the reader's language. Values that are functions replace the tags of the message. */
export function formatMessage<Element = string>(
  message: string,
  values?: FormatValues<Element>,
): string | Element | (string | Element)[] {
  const locale = currentLocale();
  // Builds replace messages with compiled ones, which are arrays.
  const english = typeof message === 'string' ? compileMessage(message) : (message as CompiledMessage);
  const translate = translations.get(locale);
  const compiled = translate ? translate(english) : english;
  const [text] = compiled;
  // Most messages have no values.
  if (compiled.length === 1 && typeof text === 'string') return text;
  return format<Element>(compiled, locale, values, { formatters });
}

/**
 * Returns a text in the reader's language. The English text, in ICU MessageFormat, is its key in the catalog:
 * `t('{count, plural, one {# member} other {# members}}', { count })`.
 */
export function t<Text extends string>(
  message: Text extends Message ? Text : Literal<Text>,
  values?: Record<string, string | number | Date>,
): string {
  return formatMessage(message, values) as string;
}

/** Marks a text for the catalog where it can't be translated yet, such as in a constant. Show it with `t`. */
export function msg<Text extends string>(message: Literal<Text>): Message {
  return message as string as Message;
}
