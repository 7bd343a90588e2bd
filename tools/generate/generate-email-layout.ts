// Compiles the layout of emails, layout.mjml, to layout.gen.ts: node tools/generate/generate-email-layout.ts
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import mjml2html from 'mjml';

const source = new URL('../../server/src/platform/email/layout.mjml', import.meta.url);
const target = new URL('layout.gen.ts', source);

const parts = ['begin', 'title', 'text', 'quiet', 'button', 'end'] as const;
type EmailLayout = Record<(typeof parts)[number], string>;
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
  const found: Record<string, string> = { begin };
  for (let at = 0; at < rest.length; at += 2) found[rest[at] ?? ''] = rest[at + 1] ?? '';
  if (Object.keys(found).join() !== parts.join())
    throw new Error(`The layout of emails must have the parts ${parts.join(', ')}`);
  for (const [part, expected] of Object.entries(placeholders)) {
    const names = [...(found[part] ?? '').matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '');
    if ([...new Set(names)].sort().join() !== expected.join())
      throw new Error(`The part ${part} of the layout must have the placeholders ${expected.join(', ')}`);
  }
  return found as EmailLayout;
}

/** Returns the generated module for the layout. Throws if the layout is invalid. */
export async function emailLayoutModule(): Promise<string> {
  const { html, errors } = await mjml2html(await readFile(source, 'utf8'), {
    filePath: fileURLToPath(source),
    validationLevel: 'strict',
    keepComments: false,
    // Opening the email must not fetch anything.
    fonts: {},
  });
  if (errors.length > 0)
    throw new Error(`layout.mjml: ${errors.map((error) => error.formattedMessage).join('; ')}`);
  const lines = Object.entries(divide(html)).map(([part, text]) => `  ${part}: ${JSON.stringify(text)},`);
  return [
    '// Generated from layout.mjml by tools/generate/generate-email-layout.ts. Do not edit.',
    `export const emailLayout = {\n${lines.join('\n')}\n};\n`,
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(target, await emailLayoutModule());
