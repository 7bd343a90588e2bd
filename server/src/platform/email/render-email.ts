import { readFile } from 'node:fs/promises';
import type { EmailTemplate } from './enqueue-email.ts';

/** A mail as it is sent. */
export interface RenderedEmail {
  subject: string;
  html: string;
  text: string;
}

/** A template as the build leaves it, its placeholders not yet filled. */
interface BuiltTemplate extends RenderedEmail {
  preview: string;
}

const builtFolder = new URL('../../../../build/mail/', import.meta.url);
const loaded = new Map<string, Promise<BuiltTemplate>>();

/** Reads the parts of a text template: `Subject:` and `Preview:` lines, an empty line, the text. */
function splitText(source: string, html: string): BuiltTemplate {
  const match = /^Subject: (.+)\nPreview: (.+)\n\n([\s\S]+)$/.exec(source);
  if (!match) throw new Error('A mail text must begin with its subject and preview');
  const [, subject = '', preview = '', text = ''] = match;
  return { subject, preview, text, html };
}

async function loadTemplate(name: EmailTemplate): Promise<BuiltTemplate> {
  try {
    const [text, html] = await Promise.all(
      ['txt', 'html'].map((ending) => readFile(new URL(`${name}.${ending}`, builtFolder), 'utf8')),
    );
    return splitText(text ?? '', html ?? '');
  } catch (cause) {
    loaded.delete(name);
    throw new Error(`The mail '${name}' is not built: run node tools/build-mail.ts`, { cause });
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand in HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** One line without control characters: what a header, and a value inside a sentence, may be. */
export function toOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

function fill(template: string, values: Record<string, string>, write: (value: string) => string): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The mail needs a value for ${name}`);
    return write(value);
  });
}

/**
 * Fills a mail's template. Values are text: escaped in HTML, one line each. Those named `…_url` must be http addresses.
 * @throws for a missing value, an address of another kind, or templates that are not built.
 */
export async function renderEmail(
  name: EmailTemplate,
  given: Record<string, string>,
  brand: string,
): Promise<RenderedEmail> {
  let template = loaded.get(name);
  if (!template) {
    template = loadTemplate(name);
    loaded.set(name, template);
  }
  const { subject, preview, text, html } = await template;
  const values: Record<string, string> = { brand: toOneLine(brand) };
  for (const [key, value] of Object.entries(given)) {
    values[key] = toOneLine(value);
    if (key.endsWith('_url') && !/^https?:\/\/[^\s<>"]+$/.test(value))
      throw new Error(`${key} is no address`);
  }
  const plain = (value: string) => value;
  const filledSubject = fill(subject, values, plain);
  return {
    subject: filledSubject,
    text: fill(text, values, plain),
    html: fill(
      html,
      { ...values, subject: filledSubject, preview: fill(preview, values, plain) },
      escapeHtml,
    ),
  };
}
