/** Returns a part of an address as people read it; as it is if its escapes are wrong. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Returns the slug or id in the address of a post, as people copy it; null for any other text.
 * @param here the host of this page, and the space whose posts are meant
 */
export function readPostSlug(typed: string, here: { host: string; subdomain: string }): string | null {
  const text = typed.trim();
  const hasHost = text.startsWith('/') || /^https?:\/\//i.test(text) || text.startsWith(`${here.host}/`);
  if (!hasHost) return null;
  const full = text.startsWith('/') ? `https://${here.host}${text}` : text;
  const url = URL.parse(/^https?:/i.test(full) ? full : `https://${full}`);
  if (!url || url.host !== here.host) return null;
  const [, subdomain, ...rest] = url.pathname.split('/').map(decode);
  const slug = rest[0] === 'post' || rest[0] === 'space' ? rest[1] : undefined;
  return subdomain === here.subdomain && slug ? slug : null;
}
