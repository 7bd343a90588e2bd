import type { MemberRole, MemberSort } from '#contract/members.ts';
import type { Person } from '#contract/users.ts';
import type { MemberLevel } from './members.api.ts';

export function toSort(value: unknown): MemberSort {
  return value === 'online' || value === 'points' ? value : 'newest';
}

export function toLevelFilter(value: unknown): MemberLevel | undefined {
  const text = String(value);
  return /^[1-9]$/.test(text) ? (text as MemberLevel) : undefined;
}

/** Parts of the members page, by the `tab` of its address. */
export type MembersTab = 'members' | 'requests' | 'banned';

/** What the address of the members page holds; what is left out is as it is by default. */
export interface MembersSearch {
  role?: MemberRole | undefined;
  level?: MemberLevel | undefined;
  sort?: Exclude<MemberSort, 'newest'> | undefined;
  tab?: Exclude<MembersTab, 'members'> | undefined;
  /** Whom to look for. */
  search?: string | undefined;
}

/** The longest text that people are searched by. */
export const longestSearch = 100;

/** Reads the parameters of the members page; what it does not know it leaves out. */
export function toMembersSearch(given: Record<string, unknown>): MembersSearch {
  const { role, level, tab, search } = given;
  const sort = toSort(given.sort);
  const whole = typeof search === 'string' ? search.toWellFormed() : '';
  const text = [...whole].slice(0, longestSearch).join('').trim();
  return {
    role: role === 'owner' || role === 'admin' || role === 'member' ? role : undefined,
    level: toLevelFilter(level),
    sort: sort === 'newest' ? undefined : sort,
    tab: tab === 'requests' || tab === 'banned' ? tab : undefined,
    search: text === '' ? undefined : text,
  };
}

/** Small letters without accents, near enough to how the server compares: it answers a moment later in any case. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLocaleLowerCase()
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/ß/g, 'ss');

/** Whether what is typed fits a person already loaded; the server answers for all others (reading A57). */
export function matchesSearch(person: Pick<Person, 'full_name' | 'username'>, typed: string): boolean {
  const wanted = fold(typed.trim());
  return [person.full_name, person.username].some((text) => fold(text).includes(wanted));
}
