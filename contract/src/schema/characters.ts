/**
 * Returns the length of a text in characters (code points), as all limits count it. An emoji is one character; `length`
 * and zod's `min` and `max` would count two.
 */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Characters that show nothing: spaces, control and format characters, and fillers. */
const invisible = /[\p{White_Space}\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]|\u034f/gu;

/** Whether nothing of a text would be seen. */
export const isBlank = (text: string): boolean => text.replace(invisible, '') === '';
