/** Maximum length of an address, in characters. */
const maxLength = 63;

/**
 * Derives an address from a name: `Café & Crème` becomes `cafe-creme`. Empty if the name has no Latin letters or
 * digits.
 */
export function suggestSubdomain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, maxLength)
    .replace(/-+$/, '');
}
