import type { MemberRole } from '#contract/members.ts';
import type { Person } from '#contract/users.ts';

/** What the address of the members page holds; anything else in it is left out. */
export function toRoleFilter(value: unknown): MemberRole | undefined {
  return value === 'owner' || value === 'admin' || value === 'member' ? value : undefined;
}

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
