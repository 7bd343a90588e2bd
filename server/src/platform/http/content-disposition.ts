/** Returns the `Content-Disposition` of a file with a name in any script. */
export function toDisposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${how}; filename="${plain}"; filename*=UTF-8''${full}`;
}
