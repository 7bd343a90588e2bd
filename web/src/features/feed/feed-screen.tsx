import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useRef } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { JoinPrompt } from '#web/features/members/index.ts';
import { MyRemovals } from '#web/features/moderation/index.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { showHeldItems } from '#web/lib/list/list-changes.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { useListMotion } from '#web/lib/list/use-list-motion.ts';
import { useChannel } from '#web/lib/live/use-live.ts';
import { EmptyState } from '#web/ui/card.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { prefersReducedMotion } from '#web/ui/theme/reduced-motion.ts';
import { arrangeFeed } from './arrange-feed.ts';
import { type FeedSearch, feedPages, reloadFeed, toFeedInput } from './feed.api.ts';
import { type FeedInput, feedChanges, isInPeriod } from './feed-changes.ts';
import { FeedFilters } from './feed-filters.tsx';
import { FeedGroup, groupByPage } from './feed-group.tsx';
import { FeedSkeleton } from './feed-skeleton.tsx';
import { LimitedSlot } from './limited/limited-slots.tsx';
import { PostComposer } from './new-post/post-composer.tsx';
import { useIsPosting } from './new-post/use-create-post.ts';
import { NewPostsPill } from './new-posts-pill.tsx';
import { useRevealPost } from './use-reveal-post.ts';

/** The pages of a feed with the changes since, and the number of new posts to announce. */
function useFeed(spaceId: string, input: FeedInput) {
  const client = useQueryClient();
  const viewer = useViewer();
  const feed = useInfiniteQuery(feedPages(input));
  const changes = feedChanges.useChanges(input);
  const isPosting = useIsPosting(spaceId);
  const pages = feed.data?.pages ?? [];
  const cursor = pages[0]?.live_cursor ?? null;
  useChannel(`space:${spaceId}`, cursor);
  const arranged = arrangeFeed(
    {
      category_id: input.category_id,
      ids: pages.flatMap((page) => page.post_ids),
      pins: Object.assign({}, ...pages.map((page) => page.pins)),
      cursor: cursor ?? 0,
      until: feed.hasNextPage ? (pages.at(-1)?.until ?? null) : null,
      sortValueOf: (id) => {
        const post = readEntity(client, 'post', id);
        if (!post) return '';
        if (input.sort === 'top') return post.like_count;
        return input.sort === 'new' ? post.created_at : post.last_activity_at;
      },
      canEnter: (id, { version }) => {
        const post = readEntity(client, 'post', id);
        return (
          post !== undefined && post.version >= version && post.deleted_at === null && isInPeriod(input, post)
        );
      },
    },
    changes,
  );
  const { waiting, missing } = arranged;
  // The event of the viewer's own post can arrive before the response that puts it in the list.
  const isOwn = (id: string) => isPosting && readEntity(client, 'post', id)?.user_id === viewer?.id;
  const announced = waiting.filter((id) => !isOwn(id)).length;
  return { feed, pages, arranged, announced, isStale: changes.isOutdated || missing.length > 0 };
}

/** The feed of a space, with the post composer. */
export function FeedScreen({ space, search }: { space: Space; search: FeedSearch }) {
  const client = useQueryClient();
  const viewer = useViewer();
  const input = toFeedInput(space.id, search);
  const { feed, pages, arranged, announced, isStale } = useFeed(space.id, input);
  const { shown } = arranged;
  const top = useRef<HTMLDivElement>(null);
  const reveal = useRevealPost(JSON.stringify(input), shown);
  const box = useListMotion<HTMLDivElement>();

  const showNew = async () => {
    try {
      if (isStale) await reloadFeed(client, input);
      else feedChanges.update(client, input, showHeldItems);
    } catch (error) {
      toast({
        title: t("Couldn't load new posts"),
        description: toMessage(error, t('Please try again.')),
        variant: 'destructive',
      });
      return;
    }
    const smooth = !prefersReducedMotion();
    requestAnimationFrame(() => {
      window.scrollTo({ top: 0, behavior: smooth ? 'smooth' : 'instant' });
      top.current?.focus({ preventScroll: true });
    });
  };

  return (
    <div ref={box} className="flex flex-col gap-4">
      <NewPostsPill count={announced} hasMore={isStale} onShow={() => void showNew()} />
      {space.permissions.canCreateContent && viewer && (
        <PostComposer space={space} userId={viewer.id} input={input} onPosted={reveal} />
      )}
      <MyRemovals space={space} />
      {/* Always mounted: it must know who was a member when the page opened. */}
      <JoinPrompt space={space} />
      <FeedFilters space={space} search={search} count={feed.isSuccess ? shown.length : null} />
      <LimitedSlot
        space={space}
        categoryId={search.category}
        cursor={pages[0]?.live_cursor ?? null}
        isEmpty={feed.isSuccess && shown.length === 0}
      />
      <PagedList
        pages={feed}
        count={shown.length}
        skeleton={<FeedSkeleton count={4} />}
        empty={<NoPosts search={search} space={space} />}
        failure={{ title: t("Couldn't load posts"), text: toMessage(feed.error, t('Please try again.')) }}
        more={{ near: 2_500, skeleton: <FeedSkeleton count={2} />, failed: t("Couldn't load more posts.") }}
        end={
          shown.length > 3 && (
            <p className="py-8 text-center text-sm text-faint">{t("You're all caught up")}</p>
          )
        }
      >
        <div
          ref={top}
          tabIndex={-1}
          role="feed"
          aria-label={t('Posts')}
          aria-busy={feed.isFetching}
          className="outline-none"
        >
          {groupByPage(arranged, pages).map(({ key, from, ids }) => (
            <FeedGroup key={key} ids={ids} space={space} from={from} hasPins={input.sort === 'default'} />
          ))}
        </div>
      </PagedList>
    </div>
  );
}

function emptyTitle({ category, sort, period }: FeedSearch, isMember: boolean): string {
  if (sort === 'top' && period !== 'all') {
    const count = period === '30d' ? 30 : 7;
    return t('{count, plural, one {No posts in the last # day} other {No posts in the last # days}}', {
      count,
    });
  }
  if (category !== undefined) return t('No posts in this category yet');
  return isMember ? t('Write the first post') : t('No posts yet');
}

function NoPosts({ search, space }: { search: FeedSearch; space: Space }) {
  const isMember = space.membership !== null;
  // Limited categories say themselves what they are.
  if (
    !space.permissions.canEditSpace &&
    space.categories.find(({ id }) => id === search.category)?.is_limited
  )
    return null;
  return (
    <EmptyState icon={<MessagesSquare size={26} aria-hidden="true" />} title={emptyTitle(search, isMember)}>
      {isMember
        ? t("Say hello, ask a question, or share what you're working on.")
        : t('New posts will show up here.')}
    </EmptyState>
  );
}
