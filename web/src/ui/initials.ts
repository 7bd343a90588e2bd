/** Number of colors of the avatar component. */
export const AVATAR_COLORS = 10;
/** Number of colors of the palette in profile and space navigation. */
export const PALETTE_COLORS = 12;

/** Returns the letters of each word of a name; skips words without letters. */
function lettersOf(name: string): string[][] {
  return name
    .normalize('NFC')
    .split(/\s+/u)
    .map((word) => word.match(/\p{L}/gu) ?? [])
    .filter((letters) => letters.length > 0);
}

function capital(letter: string): string {
  // Uppercase can be longer ("ß" becomes "SS"); only the first letter is used.
  return [...letter.toUpperCase()][0] ?? letter;
}

/** Returns the initials of the avatar component: first and last word, one letter for a single word, "U" for none. */
export function toInitials(name: string | null | undefined): string {
  const copy = lettersOf(name ?? '');
  const first = copy[0]?.[0];
  if (first === undefined) return 'U';
  const last = copy.length > 1 ? copy.at(-1)?.[0] : undefined;
  return capital(first) + (last === undefined ? '' : capital(last));
}

/** Returns the initials of the palette variant: the same, but two letters for a single word. */
export function toPaletteInitials(name: string | null | undefined): string {
  const copy = lettersOf(name ?? '');
  const [only] = copy;
  if (copy.length !== 1 || !only) return toInitials(name);
  return only.slice(0, 2).map(capital).join('');
}

/** Returns a stable number from 0 to `colors` - 1 for an ID. */
export function toColorIndex(id: string, colors: number = AVATAR_COLORS): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  // IDs created at the same time differ only at the end, so the last bits are mixed into all others.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) % colors;
}

/** Returns the hue of a palette color in degrees. */
export function toHue(index: number, colors: number = AVATAR_COLORS): number {
  return Math.round((360 / colors) * index + 12) % 360;
}
