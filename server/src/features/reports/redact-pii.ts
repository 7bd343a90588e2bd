/**
 * Removes personal data from an error report: email addresses, query strings and fragments of URLs (tokens,
 * searches), and quoted text, since error messages quote what people typed.
 */
export function redactPii(text: string): string {
  return text
    .replace(/[^\s@"'`<>()]+@[^\s@"'`<>()]+\.[^\s@"'`<>()]+/g, '[email]')
    .replace(/[?#][^\s:)]*/g, '')
    .replace(/(["'`])(?:(?!\1)[^\n]){1,2000}\1/g, '$1…$1');
}
