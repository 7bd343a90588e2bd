import { readFile } from 'node:fs/promises';
import type { EmailTemplate } from './enqueue-email.ts';

/** An email as it is sent. */
export interface RenderedEmail {
  subject: string;
  html: string;
  text: string;
}

/** A built template with its placeholders. */
interface BuiltTemplate extends RenderedEmail {
  preview: string;
}

const builtFolder = new URL('../../../../build/mail/', import.meta.url);
const loaded = new Map<string, Promise<BuiltTemplate>>();

/** Parses a text template: a `Subject:` line, a `Preview:` line, an empty line, the text. */
function splitText(source: string, html: string): BuiltTemplate {
  const match = /^Subject: (.+)\nPreview: (.+)\n\n([\s\S]+)$/.exec(source);
  if (!match) throw new Error('An email text must begin with its subject and preview');
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
    throw new Error(`The email '${name}' isn't built: run node tools/build-emails.ts`, { cause });
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** Returns the text as one line without control characters, for headers and values. */
export function toOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

function fill(template: string, values: Record<string, string>, write: (value: string) => string): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The email needs a value for ${name}`);
    return write(value);
  });
}

/**
 * Renders an email from its template. Values are text: escaped in HTML, one line each. Values named `…_url` must be http
 * or https URLs.
 * @throws for a missing value, an invalid URL, or a template that isn't built.
 */
export async function renderEmail(
  name: EmailTemplate,
  input: Record<string, string>,
  brand: string,
): Promise<RenderedEmail> {
  let template = loaded.get(name);
  if (!template) {
    template = loadTemplate(name);
    loaded.set(name, template);
  }
  const { subject, preview, text, html } = await template;
  const values: Record<string, string> = { brand: toOneLine(brand) };
  for (const [key, value] of Object.entries(input)) {
    values[key] = toOneLine(value);
    if (key.endsWith('_url') && !/^https?:\/\/[^\s<>"]+$/.test(value)) throw new Error(`${key} isn't a URL`);
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
