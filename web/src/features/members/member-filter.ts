import type { MemberRole, MemberSort } from '#contract/members.ts';
import type { Person } from '#contract/users.ts';
import type { MemberLevel } from './members.api.ts';

/** What the address of the members page holds; anything else in it is left out. */
export function toRoleFilter(value: unknown): MemberRole | undefined {
  return value === 'owner' || value === 'admin' || value === 'member' ? value : undefined;
}

export function toSort(value: unknown): MemberSort {
  return value === 'online' || value === 'points' ? value : 'newest';
}

export function toLevelFilter(value: unknown): MemberLevel | undefined {
  const text = String(value);
  return /^[1-9]$/.test(text) ? (text as MemberLevel) : undefined;
}

/** What the list shows, as its address says it; what is left out is as it is by default. */
export interface MemberView {
  role?: MemberRole | undefined;
  level?: MemberLevel | undefined;
  sort: MemberSort;
}

export const toMemberView = (search: Record<string, unknown>): MemberView => ({
  role: toRoleFilter(search.role),
  level: toLevelFilter(search.level),
  sort: toSort(search.sort),
});

export const toMemberSearch = ({ role, level, sort }: MemberView): Record<string, string | number> => ({
  ...(role ? { role } : {}),
  // As a number it stands in the address without quotes.
  ...(level ? { level: Number(level) } : {}),
  ...(sort === 'newest' ? {} : { sort }),
});

/** Parts of the members page, by the `tab` of its address. */
export type MembersTab = 'members' | 'requests' | 'banned';
export function toMembersTab(value: unknown): MembersTab {
  return value === 'requests' || value === 'banned' ? value : 'members';
}

/** Whether what is typed fits a person already loaded; the server answers for all others (reading A57). */
export function fitsSearch(person: Pick<Person, 'full_name' | 'username'>, typed: string): boolean {
  const wanted = typed.trim().toLocaleLowerCase();
  return [person.full_name, person.username].some((text) => text.toLocaleLowerCase().includes(wanted));
}
