import { toDisposition } from '#server/platform/http/content-disposition.ts';

const maxLength = 255;
// Control characters, and marks that change the reading direction of a name.
const invisible = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Returns an uploaded file's name as a label: no folders, no control characters, at most 255 characters. */
export function cleanFileName(fileName: string): string {
  const name = (fileName.split(/[/\\]/).at(-1) ?? '')
    .toWellFormed()
    .replace(invisible, '')
    .trim()
    .replace(/^\.+/, '')
    .trim();
  if (name === '') return 'image';
  if (name.length <= maxLength) return name;
  const extension = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? '';
  return (name.slice(0, maxLength - extension.length) + extension).toWellFormed();
}

/** Returns the `Content-Disposition` of a WebP made from the named file: displayed inline, saved under that name. */
export function dispositionOf(fileName: string): string {
  return toDisposition('inline', `${fileName.replace(/\.[a-z0-9]{1,8}$/i, '')}.webp`);
}

/** Returns the `Content-Disposition` of a file that is stored as uploaded. */
export function dispositionOfOriginal(fileName: string, inline: boolean): string {
  return toDisposition(inline ? 'inline' : 'attachment', fileName);
}
