/** Returns the text of a stored comment draft; drafts of earlier releases are a plain string. */
export function toDraftHtml(saved: unknown): string {
  if (typeof saved === 'string') return saved;
  const { html } = (saved ?? {}) as { html?: unknown };
  return typeof html === 'string' ? html : '';
}
