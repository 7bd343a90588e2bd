import { currentLocale } from '#contract/i18n/locale.ts';
import { escapeHtml } from '../text/escape-html.ts';
import type { EmailBlock, EmailContent, Line, Link } from './email-content.ts';
import type { EmailTemplate } from './email-templates.ts';
import { emailLayout } from './layout.gen.ts';

/** An email as it is sent. */
export interface RenderedEmail {
  subject: string;
  html: string;
  text: string;
}

/** The compiled layout: HTML with placeholders, divided into its beginning, its blocks and its end. */
type EmailLayout = typeof emailLayout;

/** Returns the text as one line without control characters, for headers and values. */
export function toOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

const httpUrl = /^https?:\/\/[^\s<>"]+$/;

/** Returns the values of a template, each as one line. Reading one that is missing throws. */
function readValues(input: Record<string, string>, brand: string): Record<string, string> {
  const values: Record<string, string> = { brand: toOneLine(brand) };
  for (const [key, value] of Object.entries(input)) {
    if (key.endsWith('_url') && !httpUrl.test(value)) throw new Error(`${key} isn't a URL`);
    values[key] = toOneLine(value);
  }
  return new Proxy(values, {
    get(target, name) {
      const value = Object.hasOwn(target, name) ? target[String(name)] : undefined;
      if (value === undefined) throw new Error(`The email needs a value for ${String(name)}`);
      return value;
    },
  });
}

/** Replaces the placeholders of a part of the layout with HTML. */
function fill(part: string, html: Record<string, string>): string {
  return part.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    const value = html[name];
    if (value === undefined) throw new Error(`The layout of emails has an unknown placeholder: ${name}`);
    return value;
  });
}

function toHref(url: string): string {
  if (!httpUrl.test(url)) throw new Error("A link of an email isn't a URL");
  return escapeHtml(url);
}

const partHtml = (part: string | Link, attributes = ''): string =>
  typeof part === 'string'
    ? escapeHtml(part)
    : `<a${attributes} href="${toHref(part.url)}">${escapeHtml(part.text)}</a>`;
const lineHtml = (line: Line): string => line.map((part) => partHtml(part)).join('');

// Also for email apps that read no style sheets.
const itemStyle = ' class="item" style="color:#0f766e;font-weight:600;text-decoration:none"';
const detailStyle = ' class="detail" style="color:#6b6560;font-size:14px"';

function itemHtml({ title, detail }: Extract<EmailBlock, { kind: 'item' }>): string {
  const first = partHtml(title, itemStyle);
  return detail ? `${first}<br /><span${detailStyle}>${escapeHtml(detail)}</span>` : first;
}

function blockHtml(layout: EmailLayout, block: EmailBlock): string {
  if (block.kind === 'plain') return '';
  if (block.kind === 'button')
    return fill(layout.button, { url: toHref(block.url), content: escapeHtml(block.label) });
  if (block.kind === 'item') return fill(layout.text, { content: itemHtml(block) });
  return fill(layout[block.kind], { content: block.lines.map(lineHtml).join('<br />') });
}

function toHtml(layout: EmailLayout, content: EmailContent, brand: string): string {
  const frame = {
    lang: escapeHtml(currentLocale()),
    subject: escapeHtml(content.subject),
    preview: escapeHtml(content.preview),
    brand: escapeHtml(brand),
    footer: escapeHtml(content.footer),
  };
  return [
    fill(layout.begin, frame),
    fill(layout.title, { content: escapeHtml(content.title) }),
    ...content.blocks.map((block) => blockHtml(layout, block)),
    fill(layout.end, frame),
  ].join('');
}

function toPlainText({ blocks, footer }: EmailContent): string {
  const paragraphs = blocks.map(({ plain }) => plain.join('\n')).filter((text) => text !== '');
  // Email apps recognize the line of dashes, with a space at its end, as the beginning of a signature.
  return `${paragraphs.join('\n\n')}\n\n-- \n${footer}\n`;
}

/**
 * Renders an email in the language of the current reader. Values are text: escaped in HTML, one line each. Values named
 * `…_url` must be http or https URLs.
 * @throws for a missing value or an invalid URL
 */
export async function renderEmail(
  template: EmailTemplate,
  input: Record<string, string>,
  brand: string,
): Promise<RenderedEmail> {
  const values = readValues(input, brand);
  const written = template.write(values);
  const content = { ...written, subject: toOneLine(written.subject) };
  return {
    subject: content.subject,
    text: toPlainText(content),
    html: toHtml(emailLayout, content, values.brand ?? ''),
  };
}
