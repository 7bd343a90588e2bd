/** Colours of the avatar component (document 2 section 9). */
export const AVATAR_COLORS = 10;
/** Colours of the palette in profile and space navigation. */
export const PALETTE_COLORS = 12;

/** The words of a name, each reduced to its letters; words without letters are left out. */
function lettersOf(name: string): string[][] {
  return name
    .normalize('NFC')
    .split(/\s+/u)
    .map((word) => word.match(/\p{L}/gu) ?? [])
    .filter((letters) => letters.length > 0);
}

function capital(letter: string): string {
  // Some letters grow when raised ('ß' to 'SS'): one letter stays one letter.
  return [...letter.toUpperCase()][0] ?? letter;
}

/** Initials of the avatar component: first and last word, one letter for a single word, 'U' for none. */
export function toInitials(name: string | null | undefined): string {
  const copy = lettersOf(name ?? '');
  const first = copy[0]?.[0];
  if (first === undefined) return 'U';
  const last = copy.length > 1 ? copy.at(-1)?.[0] : undefined;
  return capital(first) + (last === undefined ? '' : capital(last));
}

/** Initials of the palette variant: as above, but a single word gives its first two letters. */
export function toPaletteInitials(name: string | null | undefined): string {
  const copy = lettersOf(name ?? '');
  const [only] = copy;
  if (copy.length !== 1 || !only) return toInitials(name);
  return only.slice(0, 2).map(capital).join('');
}

/** A number from 0 to `colours` - 1 that is always the same for the same id. */
export function toColorIndex(id: string, colors: number = AVATAR_COLORS): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  // Ids made at the same moment differ at their end only: the last bits are spread over all others.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) % colors;
}

/** The hue, in degrees, of a colour of the palette. */
export function toHue(index: number, colors: number = AVATAR_COLORS): number {
  return Math.round((360 / colors) * index + 12) % 360;
}
