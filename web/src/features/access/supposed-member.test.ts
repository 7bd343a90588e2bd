import { expect, it } from 'vitest';
import { supposedMember } from './supposed-member.ts';

it('A preview sends what it supposes about a member as numbers and flags', () => {
  expect(supposedMember.toPreviewInput(supposedMember.newest)).toEqual({
    level: 1,
    days: 0,
    is_paying: 'false',
    is_granted: 'false',
    has_completed: 'false',
  });
  const paying = { ...supposedMember.newest, level: 3, days: 20, is_paying: true };
  expect(supposedMember.toPreviewInput(paying)).toMatchObject({
    level: 3,
    days: 20,
    is_paying: 'true',
    is_granted: 'false',
  });
  expect(supposedMember.toPreviewInput({ ...supposedMember.newest, is_granted: true })).toMatchObject({
    is_granted: 'true',
    has_completed: 'false',
  });
  expect(supposedMember.toPreviewInput({ ...supposedMember.newest, has_completed: true }).has_completed).toBe(
    'true',
  );
});
