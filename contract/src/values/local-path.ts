/** Returns whether a text is a path inside the product, with query and fragment. It never leads to another site. */
export function isLocalPath(value: string): boolean {
  // Browsers read `\` as `/` and drop tabs and line breaks, so none of these, nor dots, may hide a second slash.
  if (!/^\/(?!\/)[^\\\s\p{Cc}]*$/u.test(value)) return false;
  return !new URL(value, 'http://local.invalid').pathname.startsWith('//');
}
