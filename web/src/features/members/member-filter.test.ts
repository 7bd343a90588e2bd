import { expect, it } from 'vitest';
import { toMemberSearch, toMemberView } from './member-filter.ts';

it('the address of the members page says role, level and order, and leaves out what it does not know', () => {
  expect(toMemberView({})).toEqual({ role: undefined, level: undefined, sort: 'newest' });
  expect(toMemberView({ role: 'admin', level: 3, sort: 'points' })).toEqual({
    role: 'admin',
    level: '3',
    sort: 'points',
  });
  expect(toMemberView({ role: 'king', level: 10, sort: 'oldest' })).toEqual(toMemberView({}));
});

it('what the page shows is in its address, but for what it shows by itself', () => {
  expect(toMemberSearch({ sort: 'newest' })).toEqual({});
  const view = { role: 'member', level: '9', sort: 'online' } as const;
  expect(toMemberView(toMemberSearch(view))).toEqual(view);
});
