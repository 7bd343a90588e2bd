import { expect, it } from 'vitest';
import { toMembersSearch } from './member-filter.ts';

const emptyResponse = {
  role: undefined,
  level: undefined,
  sort: undefined,
  tab: undefined,
  search: undefined,
};

it('the address of the members page says role, level and order, and leaves out what it does not know', () => {
  expect(toMembersSearch({})).toEqual(emptyResponse);
  const given = { role: 'admin', level: '3', sort: 'points' };
  expect(toMembersSearch(given)).toEqual({ ...emptyResponse, ...given });
  // A number, because addresses have no quotes.
  expect(toMembersSearch({ level: 3 })).toEqual({ ...emptyResponse, level: '3' });
  expect(toMembersSearch({ role: 'king', level: 10, sort: 'newest' })).toEqual(emptyResponse);
});
