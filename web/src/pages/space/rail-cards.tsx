import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Post } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { findSpaceTab } from '#web/app/routing/space-tabs.ts';
import { agendaPages, UpcomingCard } from '#web/features/calendar/index.ts';
import { MoreInCategory, postsOfCategoryQuery } from '#web/features/feed/index.ts';
import { LeadersCard, leaderboardQuery } from '#web/features/leaderboard/index.ts';
import { OnlineCard, useOnlineNumber } from '#web/features/members/index.ts';
import { SpaceRailCard } from '#web/features/spaces/index.ts';
import { CardSkeleton } from './rail-skeleton.tsx';

type OpenPost = Pick<Post, 'id' | 'category_id'>;

export interface RailCardsProps {
  space: Space;
  /** The open post, on its page. */
  post?: OpenPost | undefined;
  /** Whether the page is the leaderboard, which the second column then leaves out. */
  isLeaderboard?: boolean;
}

const hasCalendar = (space: Space) => findSpaceTab('calendar')?.canOpen(space) === true;

/** The space and what is going on in it. Shows all cards at once, so that none moves another. */
export function RailCards({ space, post, isLeaderboard = false }: RailCardsProps) {
  const { count } = useOnlineNumber(space.id);
  return (
    <>
      <SpaceRailCard space={space} online={count} />
      {post ? (
        <PostCards space={space} post={post} />
      ) : (
        <TabCards space={space} hasLeaders={!isLeaderboard} />
      )}
    </>
  );
}

function useIsUpcomingPending(space: Space): boolean {
  const enabled = hasCalendar(space);
  return useInfiniteQuery({ ...agendaPages(space.id, 'upcoming'), enabled }).isPending && enabled;
}

function TabCards({ space, hasLeaders }: { space: Space; hasLeaders: boolean }) {
  const isUpcomingPending = useIsUpcomingPending(space);
  const online = useOnlineNumber(space.id);
  const leaders = useQuery({ ...leaderboardQuery(space.id, '7d'), enabled: hasLeaders });
  if (isUpcomingPending || online.isPending || (hasLeaders && leaders.isPending)) return <CardSkeleton />;
  return (
    <>
      {hasCalendar(space) && <UpcomingCard space={space} isOnTab />}
      <OnlineCard space={space} />
      {hasLeaders && <LeadersCard space={space} isOnTab />}
    </>
  );
}

function PostCards({ space, post: { id, category_id } }: { space: Space; post: OpenPost }) {
  const isUpcomingPending = useIsUpcomingPending(space);
  const enabled = category_id !== null;
  const more = useQuery({ ...postsOfCategoryQuery(space.id, category_id ?? ''), enabled });
  if (isUpcomingPending || (enabled && more.isPending)) return <CardSkeleton />;
  return (
    <>
      {category_id && <MoreInCategory space={space} categoryId={category_id} postId={id} />}
      {hasCalendar(space) && <UpcomingCard space={space} isOnTab={false} />}
    </>
  );
}
