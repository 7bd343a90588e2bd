import type { z } from 'zod';
import { countCharacters } from './characters.ts';

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
