/**
 * Returns a URL slug: lowercase letters and digits of any script, everything else replaced by single hyphens. Latin letters
 * lose their accents. At most `maxLength` characters; empty if no usable characters are left.
 */
export function toSlug(text: string, maxLength: number): string {
  const plain = text
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    // Those that choose how an emoji looks are marks, too.
    .replace(/['’]|\p{Variation_Selector}/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return [...plain].slice(0, maxLength).join('').replace(/-+$/, '');
}

/** Returns the first of `slug`, `slug-1`, `slug-2`, ... that isn't taken. */
export function firstFreeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let n = 1; ; n += 1) if (!taken.has(`${slug}-${n}`)) return `${slug}-${n}`;
}
