import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '../api.ts';
import { errorMessage } from '../errors.ts';
import { setLocaleSource } from '../i18n/locale.ts';
import type { Endpoint } from './endpoint.ts';

const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;
const at = (schema: z.ZodType, value: unknown) =>
  messageOf(z.object({ start_day: schema }), { start_day: value });

describe('what is wrong with an input', () => {
  it.each([
    [z.string(), undefined, 'Start day is required.'],
    [z.string(), 7, 'Start day must be text.'],
    [z.string(), null, 'Start day must be text.'],
    [z.number(), '7', 'Start day must be a number.'],
    [z.number().int(), 1.5, 'Start day must be a whole number.'],
    [z.number(), Number.NaN, 'Start day must be a number.'],
    [z.boolean(), 'yes', 'Start day must be true or false.'],
    [z.array(z.string()), 'a', 'Start day must be a list.'],
    [z.array(z.string()), ['a', 2], 'Start day, item 2 must be text.'],
    [z.object({}), 'a', 'Start day must be an object.'],
    [z.enum(['free', 'paid']), 'gold', 'Start day must be one of: free, paid.'],
    [z.enum(['free', 'paid']), undefined, 'Start day is required.'],
    [z.literal('done'), 'x', 'Start day must be done.'],
    [z.enum(Array.from({ length: 40 }, (_, n) => `v${n}`) as [string]), 'x', /v11, ….$/],
    [z.string().min(1), '', "Start day can't be empty."],
    [z.string().min(3), 'a', 'Start day must be at least 3 characters.'],
    [z.string().max(1), 'ab', 'Start day must be at most 1 character.'],
    [z.array(z.string()).min(2), ['a'], 'Start day must be at least 2 items.'],
    [z.array(z.string()).max(1), ['a', 'b'], 'Start day must be at most 1 item.'],
    [z.number().min(2), 1, 'Start day must be at least 2.'],
    [z.number().max(2), 3, 'Start day must be at most 2.'],
    [z.number().positive(), 0, 'Start day must be more than 0.'],
    [z.number().lt(5), 5, 'Start day must be less than 5.'],
    [z.number().multipleOf(5), 7, 'Start day must be a multiple of 5.'],
    [z.email(), 'x', "Start day isn't a valid email address."],
    [z.url(), 'x', "Start day isn't a valid web address."],
    [z.uuid(), 'x', "Start day isn't a valid id."],
    [z.iso.datetime(), 'x', "Start day isn't a valid date and time."],
    [z.iso.date(), 'x', "Start day isn't a valid date."],
    [z.string().regex(/^a/), 'x', "Start day isn't in the right format."],
    [z.strictObject({}), { a: 1 }, "Start day has fields that aren't known: a."],
    [z.union([z.string(), z.number()]), true, "Start day isn't valid."],
    [z.string().refine(() => false), 'x', "Start day isn't valid."],
  ] as [z.ZodType, unknown, string | RegExp][])(
    '%# is said in a plain sentence',
    (schema, value, sentence) => {
      expect(at(schema, value)).toMatch(sentence);
      if (typeof sentence === 'string') expect(at(schema, value)).toBe(sentence);
    },
  );

  it('has the plural and the numbers of the reader', () => {
    const tooLong = () => [1, 2, 1_500].map((max) => at(z.string().max(max), 'x'.repeat(2_000)));
    expect(tooLong()).toEqual([
      'Start day must be at most 1 character.',
      'Start day must be at most 2 characters.',
      'Start day must be at most 1,500 characters.',
    ]);
    const previous = setLocaleSource(() => 'en-DE');
    try {
      expect(tooLong()[2]).toBe('Start day must be at most 1.500 characters.');
      expect(errorMessage('post_too_long')).toBe('The post is longer than 20.000 characters.');
    } finally {
      setLocaleSource(previous);
    }
    expect(errorMessage('post_too_long')).toBe('The post is longer than 20,000 characters.');
  });

  it('is not about fields of objects in general', () => {
    const record = z.record(z.string(), z.number());
    expect(messageOf(record, { constructor: 'x' })).toBe('Constructor must be a number.');
  });

  it('names the request when it is wrong as a whole, and a message of the field comes first', () => {
    expect(messageOf(z.object({}), [])).toBe('The request must be an object.');
    expect(messageOf(z.string().min(3, 'Name must be at least 3 characters'), 'a')).toBe(
      'Name must be at least 3 characters',
    );
  });
});

describe('every input of the API', () => {
  /** Values of every kind, of which no field takes all. */
  const probes = [
    null,
    undefined,
    true,
    '',
    ' ',
    'x',
    'x'.repeat(300_000),
    'Q!\u0001',
    -1e9,
    0.123,
    1e12,
    [],
    ['x'],
    Array.from({ length: 500 }, () => 'x'),
    {},
    { type: 'x', frequency: 'x' },
  ];
  const ofValidator =
    /^invalid (?!email address$)|expected|received|too (small|big)|unrecognized|nan\b|must match|>=|<=|\bundefined\b|something else|\bint\b/i;
  const inputs = Object.entries(api).flatMap(([operation, declared]) => {
    const endpoint: Endpoint = declared;
    return (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = endpoint[part];
      return schema ? [[operation, part, schema] as const] : [];
    });
  });

  it.each(inputs)('%s %s refuses in sentences', (_operation, _part, schema) => {
    const shape = (schema as z.ZodObject).shape;
    const values = Object.keys(shape).flatMap((name) => probes.map((probe) => ({ [name]: probe })));
    let rejected = 0;
    for (const value of [...probes, ...values]) {
      for (const { message } of schema.safeParse(value).error?.issues ?? []) {
        rejected += 1;
        expect(message).not.toMatch(ofValidator);
        expect(message).toMatch(/^[A-Z]/);
      }
    }
    expect(rejected).toBeGreaterThan(0);
  });
});
