/**
 * Returns the length of a text in characters (code points), as all limits count it. An emoji is one character; `length`
 * and zod's `min` and `max` would count two.
 */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
