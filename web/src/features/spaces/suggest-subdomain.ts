/** Longest address, in characters (document 1, section 5). */
const longest = 63;

/** An address made from a name: `Café & Crème` gives `cafe-creme`. Empty when the name has no Latin letters or digits. */
export function suggestSubdomain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, longest)
    .replace(/-+$/, '');
}
