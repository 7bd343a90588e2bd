import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { signUpBody } from '../features/auth/auth.ts';
import { eventAddressField, eventTitleField } from '../features/calendar/calendar.ts';
import { levelName } from '../features/leaderboard/leaderboard.ts';
import { memberEndpoints } from '../features/members/members.ts';
import { moderationEndpoints } from '../features/moderation/moderation.ts';
import { pollInput } from '../features/polls/polls.ts';
import { postTitleField } from '../features/posts/posts.ts';
import { createSpaceBody, spaceNameField, updateSpaceBody } from '../features/spaces/spaces.ts';
import { countCharacters } from './characters.ts';

/** Characters outside the Basic Multilingual Plane: each is two UTF-16 code units. */
const astral = '😀';
const astralLetter = '𐐀';

/** Returns a field of an endpoint's body. */
function fieldOf({ body }: { body?: z.ZodType | undefined }, name: string): z.ZodType {
  const field = body instanceof z.ZodObject ? body.shape[name] : undefined;
  if (!(field instanceof z.ZodType)) throw new Error(`no field ${name}`);
  return field;
}

const fields: [string, z.ZodType, number, number, string?][] = [
  ['title of a post', postTitleField, 3, 120],
  ['title of an event', eventTitleField, 3, 100],
  ['address of an event', eventAddressField, 1, 300],
  ['question of a poll', pollInput.shape.question, 3, 200],
  ['option of a poll', pollInput.shape.options.element, 1, 100],
  ['name of a level', levelName, 0, 30],
  ['name of a space', spaceNameField, 3, 30, astralLetter],
  ['description of a space', createSpaceBody.shape.description, 0, 150],
  ['short description', updateSpaceBody.shape.short_description, 0, 200],
  ['first name', signUpBody.shape.first_name, 2, 50],
  ['last name', signUpBody.shape.last_name, 2, 50],
  ['password', signUpBody.shape.password, 6, 100],
  ['message of a join request', fieldOf(memberEndpoints.request_to_join, 'message'), 0, 500],
  ['note of a report', fieldOf(moderationEndpoints.report_post, 'note'), 0, 1000],
];

describe('Character limits', () => {
  it.each(fields)('count characters, not UTF-16 code units: %s', (_name, schema, min, max, sign = astral) => {
    const accepts = (length: number) => schema.safeParse(sign.repeat(length)).success;
    expect([accepts(max), accepts(max + 1), accepts(min)]).toEqual([true, false, true]);
    if (min > 0) expect(accepts(min - 1)).toBe(false);
  });

  it('count code points in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(countCharacters(text)).toBe([...text].length);
      }),
    );
  });

  it('are published in the JSON Schema of the API', () => {
    expect(z.toJSONSchema(eventTitleField)).toMatchObject({ minLength: 3, maxLength: 100 });
  });
});
