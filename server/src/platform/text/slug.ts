/**
 * Words for an address: lower case, letters and digits of any script, everything else a single hyphen. Latin letters lose
 * their accents. At most `maxLength` characters; may be empty when nothing usable is left.
 */
export function toSlug(text: string, maxLength: number): string {
  const plain = text
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return [...plain].slice(0, maxLength).join('').replace(/-+$/, '');
}

/** The first of `slug`, `slug-1`, `slug-2`, ... that is not among those taken. */
export function firstFreeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let n = 1; ; n += 1) if (!taken.has(`${slug}-${n}`)) return `${slug}-${n}`;
}
