/**
 * How long a text is, wherever a limit counts it: in characters (code points), so that an emoji is one and not the two
 * units that `length` and zod's `min` and `max` see.
 */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
