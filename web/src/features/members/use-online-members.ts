import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SpacePerson } from '#contract/users.ts';
import { maxOnlineShown } from '#contract/values/limits.ts';
import { useOffline, useOnlineCount } from '#web/lib/live/use-presence.ts';
import { onlineMembersQuery } from './members.api.ts';

/** The longest time until faces of members who came are requested, in milliseconds: all pages of a space learn it at once. */
const facesWithin = 400;
const noOne: SpacePerson[] = [];

/** Returns how many members are online, which follows the live connection: undefined until that is known. */
export function useOnlineNumber(spaceId: string): { count: number | undefined; isPending: boolean } {
  const { data, isPending } = useQuery(onlineMembersQuery(spaceId));
  const current = useOnlineCount(spaceId);
  return { count: data && (current ?? data.online_count), isPending };
}

/** Returns up to ten members who are online. They follow the live connection; those who came are requested while there are few. */
export function useOnlineMembers(spaceId: string): SpacePerson[] {
  const { data, refetch } = useQuery(onlineMembersQuery(spaceId));
  const { count = 0 } = useOnlineNumber(spaceId);
  const listed = data?.members ?? noOne;
  const left = useOffline(spaceId, listed);
  const members = listed.filter(({ id }) => !left.has(id));
  // People outside the space see how many are online, not who.
  const unlisted = data && listed.length < maxOnlineShown ? data.online_count - listed.length : 0;
  const isMissing =
    data !== undefined && members.length < maxOnlineShown && count - members.length > unlisted;
  useEffect(() => {
    if (!isMissing) return;
    const timer = setTimeout(() => void refetch(), facesWithin * Math.random());
    return () => clearTimeout(timer);
  }, [isMissing, refetch]);
  return members;
}
