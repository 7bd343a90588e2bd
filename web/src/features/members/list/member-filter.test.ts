import { expect, it } from 'vitest';
import { toMembersSearch } from './member-filter.ts';

const emptySearch = {
  role: undefined,
  level: undefined,
  sort: undefined,
  tab: undefined,
  search: undefined,
};

it('parses role, level and order from the members address and drops invalid values', () => {
  expect(toMembersSearch({})).toEqual(emptySearch);
  const given = { role: 'admin', level: '3', sort: 'points' };
  expect(toMembersSearch(given)).toEqual({ ...emptySearch, ...given });
  // A number, because addresses have no quotes.
  expect(toMembersSearch({ level: 3 })).toEqual({ ...emptySearch, level: '3' });
  expect(toMembersSearch({ role: 'king', level: 10, sort: 'newest' })).toEqual(emptySearch);
});
