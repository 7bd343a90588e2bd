/**
 * Removes personal data from an error report: email addresses, query strings and fragments of URLs (tokens,
 * searches), and quoted text, since error messages quote what people typed.
 */
export function redactPii(text: string): string {
  return (
    text
      // Word by word: one expression for the whole text would try each letter of a long word as a beginning.
      .replace(/[^\s"'`<>()]+/g, (word) => (/[^@]@[^@]+\.[^@]/.test(word) ? '[email]' : word))
      .replace(/[?#][^\s:)]*/g, '')
      .replace(/(["'`])(?:(?!\1)[^\n]){1,2000}\1/g, '$1…$1')
  );
}
