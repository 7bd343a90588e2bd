import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api, type OperationId } from '../api.ts';
import type { Endpoint } from './endpoint.ts';
import { refuseUnknownFields } from './unknown-fields.ts';

const withBody = (Object.keys(api) as OperationId[]).filter((operation) => (api[operation] as Endpoint).body);

/** Unknown keys that the schema reports, with their paths. */
function unknownFields(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return (error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key].join('.')) : [],
  );
}

describe('The body of each endpoint', () => {
  it.each(withBody)('refuses unknown fields: %s', (operation) => {
    const { body } = api[operation] as Endpoint;
    expect(unknownFields(body as z.ZodType, { not_a_field: true })).toEqual(['not_a_field']);
  });
});

describe('Unknown fields', () => {
  const part = z.object({ a: z.string() });
  const schema = refuseUnknownFields(
    z
      .object({
        one: part,
        optional: part.optional(),
        nullable: part.nullable().default(null),
        list: z.array(part),
        union: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('x'), part }),
          z.object({ kind: z.literal('y') }),
        ]),
      })
      .refine(({ list }) => list.length < 2, 'Too long'),
  );
  const bad = { a: 'text', b: 1 };
  const good = { a: 'text' };

  it('are refused in all parts', () => {
    const union = { kind: 'x', part: bad };
    expect(
      unknownFields(schema, { one: bad, optional: bad, nullable: bad, list: [good, bad], union }),
    ).toEqual(['one.b', 'optional.b', 'nullable.b', 'list.1.b', 'union.part.b']);
  });

  it('are the only difference', () => {
    const value = { one: good, list: [good], union: { kind: 'y' } };
    expect(schema.parse(value)).toEqual({ ...value, nullable: null });
    expect(schema.safeParse({ ...value, list: [good, good] }).error?.issues[0]?.message).toBe('Too long');
  });
});
