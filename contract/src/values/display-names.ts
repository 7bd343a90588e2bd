/** Characters that reorder, hide or break the line that a name is shown in. Joiners stay: scripts and emoji need them. */
const unsafeCharacters =
  /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/u;

/** Whether a name has control, direction or invisible characters. */
export const hasUnsafeCharacters = (name: string): boolean => unsafeCharacters.test(name);

/** Whether a name contains what email programs turn into a link: `://`, `www.` or `example.com/`. */
export const containsLink = (name: string): boolean =>
  /:\/\/|www\.|[\p{L}\p{N}-]\.\p{L}{2,}\//iu.test(name.normalize('NFKC'));
