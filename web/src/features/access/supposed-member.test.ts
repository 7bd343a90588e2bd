import { expect, it } from 'vitest';
import { newestMember, toPreviewInput } from './supposed-member.ts';

it('A preview sends what it supposes about a member as numbers and flags', () => {
  expect(toPreviewInput(newestMember)).toEqual({
    level: 1,
    days: 0,
    is_paying: 'false',
    is_granted: 'false',
    has_completed: 'false',
  });
  const paying = { ...newestMember, level: 3, days: 20, is_paying: true };
  expect(toPreviewInput(paying)).toMatchObject({
    level: 3,
    days: 20,
    is_paying: 'true',
    is_granted: 'false',
  });
  expect(toPreviewInput({ ...newestMember, is_granted: true })).toMatchObject({
    is_granted: 'true',
    has_completed: 'false',
  });
  expect(toPreviewInput({ ...newestMember, has_completed: true }).has_completed).toBe('true');
});
