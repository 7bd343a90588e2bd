import { t } from '#contract/i18n/translate.ts';
import { isBlank } from '#contract/schema/characters.ts';
import { maxCourseTitle, maxPagePosts } from '#contract/values/limits.ts';
import { AppError } from '#server/platform/errors.ts';
import { requireRichText } from '#server/platform/text/require-rich-text.ts';
import { toPlainText } from '#server/platform/text/rich-text.ts';

/** Short articles, conjunctions and prepositions, which stay lower case inside a title. */
const smallWords = new Set(
  'a an and as at but by for from if in into nor of off on onto or out over per so the to up via vs with yet'.split(
    ' ',
  ),
);

/** Letters without a single capital, such as ß, stay: a title must not outgrow its limit. */
const toCapital = (letter: string) =>
  letter.toUpperCase().length === letter.length ? letter.toUpperCase() : letter;
const capitalized = (word: string) => word.replace(/\p{L}/u, toCapital);

/**
 * Returns a title in title case, trimmed and with single spaces. Small words are lower case except first and last. Words with
 * capitals after their first letter, such as iPhone or USA, stay as they are.
 */
export function toTitleCase(title: string): string {
  const words = title.trim().split(/\s+/u);
  return words
    .map((word, index) => {
      if (/\p{L}.*\p{Lu}/u.test(word)) return word;
      const isInside = index > 0 && index < words.length - 1;
      return isInside && smallWords.has(word.toLowerCase()) ? word.toLowerCase() : capitalized(word);
    })
    .join(' ');
}

const heading = /<h([1-6])>(.*?)<\/h\1>/s;
const firstHeading = new RegExp(`^\\s*${heading.source}`, 's');
const block = /<(p|h[1-6]|ul|ol|blockquote|pre|table|hr|img|figure|details)\b/;

/** Returns the first of the texts that isn't empty. */
const firstText = (html: string, element: RegExp): string =>
  [...html.matchAll(new RegExp(element.source, 'gs'))].map(([found]) => toPlainText(found)).find(Boolean) ??
  '';

/**
 * Returns a title for a page without one: its first heading, cut at 100 characters, else its first paragraph if that has at
 * most 100, else 'Untitled Page'.
 */
export function deriveTitle(html: string): string {
  const title = firstText(html, heading);
  if (title !== '') return [...title].slice(0, maxCourseTitle).join('').trim();
  const paragraph = firstText(html, /<p>(.*?)<\/p>/);
  return paragraph !== '' && [...paragraph].length <= maxCourseTitle ? paragraph : t('Untitled Page');
}

/** The title and the content of a page as they are stored. */
export interface PageText {
  title: string;
  /** Sanitized HTML; empty if nothing would be seen. */
  content: string;
  /** The content as plain text. */
  text: string;
  /** In minutes. */
  estimated_duration: number;
}

const countPosts = (html: string): number => html.split('<figure data-post=').length - 1;

/**
 * Validates and normalizes the title and the content of a page. A blank title is derived from the content.
 * @param before the stored content, which is accepted at any length
 * @throws AppError `page_too_long`, `page_too_many_posts`
 */
export function readPageText(input: { title: string; content: string }, before?: string): PageText {
  const { html, text } = requireRichText(input.content, 'page', before);
  if (html !== before && countPosts(html) > maxPagePosts) throw new AppError('page_too_many_posts');
  const content =
    text === '' && !/<(img|hr|figure)\b/.test(html) ? '' : block.test(html) ? html : `<p>${html}</p>`;
  return {
    title: toTitleCase(isBlank(input.title) ? deriveTitle(content) : input.title),
    content,
    text,
    estimated_duration: Math.max(1, Math.ceil(text.length / 1000)),
  };
}

/** Returns the content of a page as it is shown below its title: without a first heading that repeats the title. */
export function toShownBody(title: string, content: string): string {
  const [found, , inner = ''] = firstHeading.exec(content) ?? [];
  const isTitle = found !== undefined && toPlainText(inner).toLowerCase() === title.toLowerCase();
  return isTitle ? content.slice(found.length).trim() : content;
}

/** Returns the title of a copy. */
export function copiedTitle(title: string): string {
  const suffix = ` ${t('(Copy)')}`;
  return `${[...title]
    .slice(0, maxCourseTitle - suffix.length)
    .join('')
    .trimEnd()}${suffix}`;
}
