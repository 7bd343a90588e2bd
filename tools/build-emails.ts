// Compiles the email templates (server/src/platform/email/templates/*.mjml) to build/mail/*.html and copies their plain
// texts to the same folder: node tools/build-emails.ts. The other templates include layout-*.mjml.
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import mjml2html from 'mjml';

const templates = new URL('../server/src/platform/email/templates/', import.meta.url);
const target = new URL('../build/mail/', import.meta.url);

/** Returns the placeholders of a text, except those that the renderer fills itself. */
function placeholdersIn(text: string): string[] {
  const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '');
  return [...new Set(names)].filter((name) => !['subject', 'preview', 'brand'].includes(name)).sort();
}

/** Writes a temporary file and renames it, so that a running server never reads a partial file. */
async function writeWhole(file: URL, content: string): Promise<void> {
  const unfinished = new URL(`${file.href}.${process.pid}.part`);
  await writeFile(unfinished, content);
  await rename(unfinished, file);
}

/** Builds all emails. Throws with the name of the template if it is invalid or its text and HTML use different values. */
export async function buildEmails(): Promise<string[]> {
  const names = (await readdir(templates))
    .filter((file) => file.endsWith('.mjml') && !file.startsWith('layout-'))
    .map((file) => file.slice(0, -'.mjml'.length));
  await mkdir(target, { recursive: true });
  for (const name of names) {
    const source = new URL(`${name}.mjml`, templates);
    const { html, errors } = await mjml2html(await readFile(source, 'utf8'), {
      filePath: fileURLToPath(source),
      ignoreIncludes: false,
      includePath: fileURLToPath(templates),
      validationLevel: 'strict',
      keepComments: false,
      // Opening the email must not fetch anything.
      fonts: {},
    });
    if (errors.length > 0)
      throw new Error(`${name}: ${errors.map((error) => error.formattedMessage).join('; ')}`);
    const text = await readFile(new URL(`${name}.txt`, templates), 'utf8');
    if (placeholdersIn(html).join() !== placeholdersIn(text).join()) {
      throw new Error(`${name}: the HTML and the text must use the same values`);
    }
    await writeWhole(new URL(`${name}.html`, target), html);
    await writeWhole(new URL(`${name}.txt`, target), text);
  }
  return names;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = await buildEmails();
  console.log(`Built ${names.length} emails: ${names.join(', ')}`);
}
