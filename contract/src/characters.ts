import type { z } from 'zod';

/**
 * How long a text is, wherever a limit counts it: in characters (code points), so that an emoji is one and not the two
 * units that `length` and zod's `min` and `max` see.
 */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

interface CharacterLimits {
  min?: [count: number, message: string];
  max?: [count: number, message: string];
}

/** A text that people write with its limits, counted as `countCharacters` counts. */
export function limitCharacters(schema: z.ZodString, { min, max }: CharacterLimits): z.ZodString {
  let limited = schema;
  if (min) limited = limited.refine((text) => countCharacters(text) >= min[0], min[1]);
  if (max) limited = limited.refine((text) => countCharacters(text) <= max[0], max[1]);
  // What JSON Schema calls the length of a text is counted in characters too.
  return limited.meta({ ...(min && { minLength: min[0] }), ...(max && { maxLength: max[0] }) });
}
