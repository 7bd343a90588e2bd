import type { z } from 'zod';
import { countCharacters } from './characters.ts';

interface CharacterLimits {
  min?: [count: number, message: () => string];
  max?: [count: number, message: () => string];
}

/** Limits the length of a text, counted with `countCharacters`. */
export function limitCharacters(schema: z.ZodString, { min, max }: CharacterLimits): z.ZodString {
  let limited = schema;
  if (min) limited = limited.refine((text) => countCharacters(text) >= min[0], { error: min[1] });
  if (max) limited = limited.refine((text) => countCharacters(text) <= max[0], { error: max[1] });
  // JSON Schema also counts text length in characters.
  return limited.meta({ ...(min && { minLength: min[0] }), ...(max && { maxLength: max[0] }) });
}
