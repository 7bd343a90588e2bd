import { formatMessage, type Literal, type Message, t } from '#contract/i18n/translate.ts';

/** A link in a text. Its URL comes from a value named `…_url`, which `renderEmail` has checked. */
export interface Link {
  url: string;
  text: string;
}

/** A line of text, with links among it. */
export type Line = readonly (string | Link)[];

/**
 * A part of an email. `plain` are its lines in the plain text version; an empty list leaves the block out
 * there. Blocks of the kind `plain` are in the plain text only.
 */
export type EmailBlock =
  | { kind: 'text' | 'quiet'; lines: readonly Line[]; plain: readonly string[] }
  /** Something in a list: what it is, as a link if there is one, and a line about it, which may be empty. */
  | { kind: 'item'; title: string | Link; detail: string; plain: readonly string[] }
  | { kind: 'button'; label: string; url: string; plain: readonly string[] }
  | { kind: 'plain'; plain: readonly string[] };

/** An email in the language of its recipient. The HTML shows the title above the blocks. */
export interface EmailContent {
  subject: string;
  /** What lists of emails show after the subject. */
  preview: string;
  title: string;
  blocks: readonly EmailBlock[];
  /** Why the recipient gets this email. */
  footer: string;
}

/** Like `t`, for a text that contains links: `tRich('Forgot it? <link>Choose one</link>', { link: toLink(url) })`. */
export function tRich<Text extends string>(
  message: Text extends Message ? Text : Literal<Text>,
  values: Record<string, string | number | ((chunks: (string | Link)[]) => Link)>,
): Line {
  const result = formatMessage<Link>(message, values);
  return Array.isArray(result) ? result : [result];
}

export const toLink =
  (url: string) =>
  (chunks: (string | Link)[]): Link => ({ url, text: chunks.join('') });

const toPlain = (line: Line): string =>
  line.map((part) => (typeof part === 'string' ? part : part.text)).join('');

/** A paragraph of one or more lines, with another wording in the plain text if given. */
export function paragraph(lines: readonly (string | Line)[], plain?: readonly string[]): EmailBlock {
  const parts = lines.map((line) => (typeof line === 'string' ? [line] : line));
  return { kind: 'text', lines: parts, plain: plain ?? parts.map(toPlain) };
}

/** A paragraph in smaller, gray letters. */
export function quiet(lines: readonly (string | Line)[], plain?: readonly string[]): EmailBlock {
  return { ...paragraph(lines, plain), kind: 'quiet' } as EmailBlock;
}

/** Returns a link as plain text: its label, and its URL on a separate line. */
export const plainLink = (label: string, url: string): string[] => [t('{label}:', { label }), url];

/** Something in a list, with a link unless `url` is empty, and a line about it if `detail` isn't. */
export function item(title: string, detail: string, url: string): EmailBlock {
  const plain = [title, detail, url].filter(Boolean);
  return { kind: 'item', title: url ? { url, text: title } : title, detail, plain };
}

/** A button. The plain text has its label and URL unless given otherwise. */
export function button(label: string, url: string, plain?: readonly string[]): EmailBlock {
  return { kind: 'button', label, url, plain: plain ?? plainLink(label, url) };
}

/** A paragraph that only the plain text has. */
export const plainOnly = (...lines: string[]): EmailBlock => ({ kind: 'plain', plain: lines });

/** The last block of emails about notifications. */
export function unsubscribeBlock(values: {
  unsubscribe_question: string;
  unsubscribe_url: string;
}): EmailBlock {
  const { unsubscribe_question: question, unsubscribe_url } = values;
  return quiet(
    [tRich('{question} <link>Unsubscribe</link>', { question, link: toLink(unsubscribe_url) })],
    [t('{question} Unsubscribe:', { question }), unsubscribe_url],
  );
}

/** The footer of emails to people who use Hearth. */
export const usedAddressFooter = (brand: string): string =>
  t("You're receiving this because this address was used on {brand}.", { brand });
