import { z } from 'zod';

/** The strict copies of objects, with the objects that they were made from. */
export const strictCopies = new Map<z.ZodType, z.ZodType>();

/**
 * Returns the schema with all its objects strict, at any depth: a misspelled or unsupported field is an issue instead of
 * being dropped, so that no caller believes it was stored.
 */
export function refuseUnknownFields<S extends z.ZodObject>(schema: S): S {
  return toStrict(schema) as S;
}

function toStrict(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = Object.fromEntries(
      Object.entries(schema.shape).map(([name, field]) => [name, toStrict(field as z.core.$ZodType)]),
    );
    const strict = schema.clone({ ...schema.def, shape, catchall: z.never() });
    strictCopies.set(strict, schema);
    return strict;
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return schema.clone({ ...schema.def, innerType: toStrict(schema.def.innerType) } as never);
  }
  if (schema instanceof z.ZodDefault) {
    return schema.clone({ ...schema.def, innerType: toStrict(schema.def.innerType) } as never);
  }
  if (schema instanceof z.ZodArray) {
    return schema.clone({ ...schema.def, element: toStrict(schema.def.element) } as never);
  }
  if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion) {
    return schema.clone({ ...schema.def, options: schema.def.options.map(toStrict) } as never);
  }
  return schema;
}
