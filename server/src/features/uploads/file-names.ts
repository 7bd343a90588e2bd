const longest = 255;
// Control characters, and marks that reverse the direction in which a name is read.
const unseen = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** A name that somebody gave a file, as a label: no folders, no control characters, at most 255 characters. */
export function cleanFileName(given: string): string {
  const name = (given.split(/[/\\]/).at(-1) ?? '')
    .toWellFormed()
    .replace(unseen, '')
    .trim()
    .replace(/^\.+/, '')
    .trim();
  if (name === '') return 'image';
  if (name.length <= longest) return name;
  const ending = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? '';
  return (name.slice(0, longest - ending.length) + ending).toWellFormed();
}

/** `Content-Disposition` for a WebP made from the named file: shown in place, saved under that name. */
export function dispositionOf(fileName: string): string {
  return disposition('inline', `${fileName.replace(/\.[a-z0-9]{1,8}$/i, '')}.webp`);
}

/** `Content-Disposition` for a file that is sent as it came. */
export function dispositionOfOriginal(fileName: string, shown: boolean): string {
  return disposition(shown ? 'inline' : 'attachment', fileName);
}

function disposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${how}; filename="${plain}"; filename*=UTF-8''${full}`;
}
