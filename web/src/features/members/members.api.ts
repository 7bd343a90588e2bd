import type { Member, MemberRole, MemberSort } from '#contract/features/members/members.ts';
import { cacheAges } from '#web/lib/cache/cache-ages.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { apiPages, apiQuery } from '#web/lib/cache/query-client.ts';
import { personEntity } from '#web/lib/cache/shared-entities.ts';

/** A membership as the list stores it; the user is in the entity cache. */
export type MemberRow = Omit<Member, 'user'> & Pick<Member['user'], 'level' | 'level_version'>;

export type MemberLevel = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
/** The filter of the member list. */
export interface MemberFilter {
  search?: string | undefined;
  role?: MemberRole | undefined;
  level?: MemberLevel | undefined;
  sort?: MemberSort | undefined;
}

/** The members of a space, 50 a page; newest first by default. */
export const membersPages = (spaceId: string, { search, role, level, sort }: MemberFilter = {}) => ({
  ...apiPages(
    'list_members',
    {
      space_id: spaceId,
      ...(search ? { search } : {}),
      ...(role ? { role } : {}),
      ...(level ? { level } : {}),
      ...(sort && sort !== 'newest' ? { sort } : {}),
    },
    ({ members, next_cursor }, client) => {
      const rows: MemberRow[] = [];
      for (const { user, ...row } of members) {
        const { level: ofSpace, level_version, ...person } = user;
        writeEntities(client, personEntity, [person]);
        rows.push({ ...row, level: ofSpace, level_version });
      }
      return { members: rows, next_cursor };
    },
  ),
  staleTime: cacheAges.members.stale,
});

/** Pending join requests, oldest first, 50 a page. */
export const joinRequestPages = (spaceId: string) =>
  apiPages('list_join_requests', { space_id: spaceId }, (page) => page);

/** Banned members, latest first, 50 a page. */
export const banPages = (spaceId: string) => apiPages('list_bans', { space_id: spaceId }, (page) => page);

/** Who invited the visitor, by the `ref` parameter of the address. */
export const invitationQuery = (spaceId: string, ref: string) =>
  apiQuery('resolve_invitation', { space_id: spaceId, ref });

/** How long the members who are online count as current, in milliseconds. */
const onlineAge = 60_000;

/** Up to ten members who are online, and how many there are. Both change afterward: see `useOnlineMembers` and `useOnlineNumber`. */
export const onlineMembersQuery = (spaceId: string) => ({
  ...apiQuery('list_online_members', { space_id: spaceId }),
  staleTime: onlineAge,
});
