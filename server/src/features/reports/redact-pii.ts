/**
 * A report without what could tell of a person: addresses of mail, what follows `?` or `#` in addresses of the web
 * (tokens, searches), and anything quoted, which is where errors carry what people typed.
 */
export function withoutPersonalText(text: string): string {
  return text
    .replace(/[^\s@"'`<>()]+@[^\s@"'`<>()]+\.[^\s@"'`<>()]+/g, '[mail]')
    .replace(/[?#][^\s:)]*/g, '')
    .replace(/(["'`])(?:(?!\1)[^\n]){1,2000}\1/g, '$1…$1');
}
