// Compiles the layout of emails (server/src/platform/email/layout.mjml) to build/mail/layout.json:
// node tools/build-emails.ts
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import mjml2html from 'mjml';
import type { EmailLayout } from '#server/platform/email/render-email.ts';

const source = new URL('../server/src/platform/email/layout.mjml', import.meta.url);
const target = new URL('../build/mail/', import.meta.url);

const blocks = ['title', 'text', 'quiet', 'button'] as const;
/** The placeholders of each part, which the renderer fills. */
const placeholders: Record<keyof EmailLayout, string[]> = {
  begin: ['brand', 'lang', 'preview', 'subject'],
  title: ['content'],
  text: ['content'],
  quiet: ['content'],
  button: ['content', 'url'],
  end: ['footer'],
};

/** Divides the compiled layout at its markers: `[[title]]` begins the block `title`, `[[end]]` ends the last one. */
function divide(html: string): EmailLayout {
  const [begin = '', ...rest] = html.split(/\s*\[\[(\w+)\]\]/);
  const parts: Record<string, string> = { begin };
  for (let at = 0; at < rest.length; at += 2) parts[rest[at] ?? ''] = rest[at + 1] ?? '';
  const names = ['begin', ...blocks, 'end'];
  if (Object.keys(parts).join() !== names.join())
    throw new Error(`The layout of emails must have the parts ${names.join(', ')}`);
  for (const [part, expected] of Object.entries(placeholders)) {
    const found = [...(parts[part] ?? '').matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '');
    if ([...new Set(found)].sort().join() !== expected.join())
      throw new Error(`The part ${part} of the layout must have the placeholders ${expected.join(', ')}`);
  }
  return parts as unknown as EmailLayout;
}

/** Writes a temporary file and renames it, so that a running server never reads a partial file. */
async function writeAtomically(file: URL, content: string): Promise<void> {
  const unfinished = new URL(`${file.href}.${process.pid}.part`);
  await writeFile(unfinished, content);
  await rename(unfinished, file);
}

/** Builds the layout of emails. Throws if it is invalid. */
export async function buildEmails(): Promise<void> {
  const { html, errors } = await mjml2html(await readFile(source, 'utf8'), {
    filePath: fileURLToPath(source),
    validationLevel: 'strict',
    keepComments: false,
    // Opening the email must not fetch anything.
    fonts: {},
  });
  if (errors.length > 0)
    throw new Error(`layout.mjml: ${errors.map((error) => error.formattedMessage).join('; ')}`);
  await mkdir(target, { recursive: true });
  await writeAtomically(new URL('layout.json', target), JSON.stringify(divide(html)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildEmails();
  console.log('Built the layout of emails');
}
