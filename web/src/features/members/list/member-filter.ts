import type { MemberRole, MemberSort } from '#contract/features/members/members.ts';
import type { Person } from '#contract/users.ts';
import type { MemberLevel } from '../members.api.ts';

export function toSort(value: unknown): MemberSort {
  return value === 'online' || value === 'points' ? value : 'newest';
}

export function toLevelFilter(value: unknown): MemberLevel | undefined {
  const text = String(value);
  return /^[1-9]$/.test(text) ? (text as MemberLevel) : undefined;
}

/** Tabs of the members page, by the `tab` parameter of its address. */
export type MembersTab = 'members' | 'requests' | 'banned';

/** The search parameters of the members page; omitted ones have their default value. */
export interface MembersSearch {
  role?: MemberRole | undefined;
  level?: MemberLevel | undefined;
  sort?: Exclude<MemberSort, 'newest'> | undefined;
  tab?: Exclude<MembersTab, 'members'> | undefined;
  /** The name to search for. */
  search?: string | undefined;
}

/** The maximum length of a search text, in characters. */
export const maxSearchLength = 100;

/** Parses the parameters of the members page; drops invalid values. */
export function toMembersSearch(params: Record<string, unknown>): MembersSearch {
  const { role, level, tab, search } = params;
  const sort = toSort(params.sort);
  const text = typeof search === 'string' ? search.toWellFormed() : '';
  const searchText = [...text].slice(0, maxSearchLength).join('').trim();
  return {
    role: role === 'owner' || role === 'admin' || role === 'member' ? role : undefined,
    level: toLevelFilter(level),
    sort: sort === 'newest' ? undefined : sort,
    tab: tab === 'requests' || tab === 'banned' ? tab : undefined,
    search: searchText === '' ? undefined : searchText,
  };
}

/** Lowercases and removes accents, roughly like the server, whose results arrive a moment later anyway. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/ß/g, 'ss');

/** Whether a loaded member matches the search text; the server finds all others. */
export function matchesSearch(person: Pick<Person, 'full_name' | 'username'>, typed: string): boolean {
  const query = fold(typed.trim());
  return [person.full_name, person.username].some((text) => fold(text).includes(query));
}
