import { t } from '#contract/i18n/translate.ts';
import { countCharacters } from '#contract/schema/characters.ts';
import {
  maxAboutText,
  maxCommentText,
  maxEventDescription,
  maxPageText,
  maxPostBody,
  maxStoredHtml,
} from '#contract/values/limits.ts';
import { AppError } from '../errors.ts';
import { isHtmlTooDeep } from './html-depth.ts';
import { sanitizeRichText, toPlainText } from './rich-text.ts';

interface RichTextKind {
  /** Maximum number of visible characters, without markup. Null for a draft, which may still be too long. */
  characters: number | null;
  /** Maximum length of the sanitized HTML. */
  html: number;
  /** Keeps mentions; the caller looks up the users. */
  mentions: boolean;
  /** Whether images are allowed. */
  images: boolean;
  /** Whether blocks such as videos and files are allowed. */
  blocks?: boolean;
  tooLong: (message?: string) => AppError;
}

const tooLongAs =
  (code: 'post_too_long' | 'comment_too_long' | 'event_description_too_long' | 'page_too_long') =>
  (message?: string) =>
    new AppError(code, null, message ? { message } : {});

const tooMuchFormatting = () => t('This text has too many links or too much formatting.');

const aboutTooLong = (
  message = t('About description must be at most {max, number} characters', { max: maxAboutText }),
) => new AppError('invalid_input', { issues: [{ path: 'about_description', message }] }, { message });

const kinds = {
  post: {
    characters: maxPostBody,
    html: maxStoredHtml.post,
    mentions: true,
    images: true,
    tooLong: tooLongAs('post_too_long'),
  },
  draft: {
    characters: null,
    html: maxStoredHtml.post,
    mentions: true,
    images: true,
    tooLong: tooLongAs('post_too_long'),
  },
  comment: {
    characters: maxCommentText,
    html: maxStoredHtml.comment,
    mentions: true,
    images: true,
    tooLong: tooLongAs('comment_too_long'),
  },
  event: {
    characters: maxEventDescription,
    html: maxStoredHtml.event,
    mentions: false,
    images: false,
    tooLong: tooLongAs('event_description_too_long'),
  },
  page: {
    characters: maxPageText,
    html: maxStoredHtml.page,
    mentions: false,
    images: true,
    blocks: true,
    tooLong: tooLongAs('page_too_long'),
  },
  about: {
    characters: maxAboutText,
    html: maxStoredHtml.about,
    mentions: false,
    images: true,
    tooLong: aboutTooLong,
  },
} as const satisfies Record<string, RichTextKind>;

/**
 * Returns HTML of the editor as it is stored, and its plain text. This is the only place that checks both limits of rich
 * text, on what is stored. A text equal to `before`, which is stored already, is accepted at any length.
 * @throws AppError `post_too_long`, `comment_too_long`, `event_description_too_long`, `page_too_long`, or `invalid_input` for an about text
 */
export function requireRichText(
  html: string,
  kind: keyof typeof kinds,
  before?: string | null,
): { html: string; text: string } {
  if (html === before) return { html, text: toPlainText(html) };
  const { characters, html: mostHtml, mentions, images, blocks = false, tooLong }: RichTextKind = kinds[kind];
  if (isHtmlTooDeep(html)) throw tooLong(tooMuchFormatting());
  const sanitized = sanitizeRichText(html, { mentions, blocks });
  const stored = images ? sanitized : sanitized.replace(/<img\b[^>]*>/g, '');
  const text = toPlainText(stored);
  if (characters !== null && countCharacters(text) > characters) throw tooLong();
  if (stored.length > mostHtml) throw tooLong(tooMuchFormatting());
  return { html: stored, text };
}
