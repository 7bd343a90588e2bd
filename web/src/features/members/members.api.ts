import type { Member } from '#contract/members.ts';
import { writeEntities } from '#web/lib/entity-cache.ts';
import { apiPages } from '#web/lib/query-client.ts';

/** A membership as the list keeps it: the person themself lives in the entity cache. */
export type MemberRow = Omit<Member, 'user'>;

/** The members of a space, newest first, 50 a page. */
export const membersPages = (spaceId: string, search = '') =>
  apiPages(
    'list_members',
    search ? { space_id: spaceId, search } : { space_id: spaceId },
    ({ members, next_cursor }, client) => {
      writeEntities(client, { person: members.map((member) => member.user) });
      return { members: members.map(({ user: _user, ...row }): MemberRow => row), next_cursor };
    },
  );
