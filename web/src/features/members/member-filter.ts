import type { MemberRole } from '#contract/members.ts';
import type { Person } from '#contract/users.ts';

/** Parts of the members page, by the `tab` of its address. */
export type MembersTab = 'members' | 'requests' | 'banned';

/** What the address of the members page holds. */
export interface MembersSearch {
  role?: MemberRole | undefined;
  tab?: Exclude<MembersTab, 'members'> | undefined;
  /** Whom to look for. */
  search?: string | undefined;
}

/** The longest text that people are searched by. */
export const longestSearch = 100;

/** Reads the parameters of the members page; what it does not know it leaves out. */
export function toMembersSearch({ role, tab, search }: Record<string, unknown>): MembersSearch {
  const text = typeof search === 'string' ? search.toWellFormed().slice(0, longestSearch).trim() : '';
  return {
    role: role === 'owner' || role === 'admin' || role === 'member' ? role : undefined,
    tab: tab === 'requests' || tab === 'banned' ? tab : undefined,
    search: text === '' ? undefined : text,
  };
}

/** Whether what is typed fits a person already loaded; the server answers for all others (reading A57). */
export function fitsSearch(person: Pick<Person, 'full_name' | 'username'>, typed: string): boolean {
  const wanted = typed.trim().toLocaleLowerCase();
  return [person.full_name, person.username].some((text) => text.toLocaleLowerCase().includes(wanted));
}
