import type { Member, MemberRole } from '#contract/members.ts';
import { cacheAges } from '#web/lib/cache-ages.ts';
import { writeEntities } from '#web/lib/entity-cache.ts';
import { apiPages, apiQuery } from '#web/lib/query-client.ts';

/** A membership as the list keeps it: the person themself lives in the entity cache. */
export type MemberRow = Omit<Member, 'user'>;

/** Which members are asked for. */
export interface MemberFilter {
  search?: string;
  role?: MemberRole | undefined;
}

/** The members of a space, newest first, 50 a page. */
export const membersPages = (spaceId: string, { search, role }: MemberFilter = {}) => ({
  ...apiPages(
    'list_members',
    { space_id: spaceId, ...(search ? { search } : {}), ...(role ? { role } : {}) },
    ({ members, next_cursor }, client) => {
      writeEntities(client, { person: members.map((member) => member.user) });
      return { members: members.map(({ user: _user, ...row }): MemberRow => row), next_cursor };
    },
  ),
  staleTime: cacheAges.members.stale,
});

/** Who asks to be let in, longest waiting first, 50 a page. */
export const joinRequestPages = (spaceId: string) =>
  apiPages('list_join_requests', { space_id: spaceId }, (page) => page);

/** Who is banned, latest first, 50 a page. */
export const banPages = (spaceId: string) => apiPages('list_bans', { space_id: spaceId }, (page) => page);

/** Who invited the visitor, by the `ref` of the address. */
export const invitationQuery = (spaceId: string, ref: string) =>
  apiQuery('resolve_invitation', { space_id: spaceId, ref });
