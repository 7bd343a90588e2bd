import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Post } from '#contract/features/posts/posts.ts';
import { arrangeFeed } from '#web/features/feed/arrange-feed.ts';
import { type FeedPage, feedPages } from '#web/features/feed/feed.api.ts';
import { type FeedInput, feedChanges } from '#web/features/feed/feed-changes.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { showHeldItems } from '#web/lib/list/list-changes.ts';
import type { LiveView } from './expect-live-equals-fetch.ts';

/** Loads the first page of a feed and returns its live cursor. */
export async function loadFeedPage(client: QueryClient, input: FeedInput): Promise<number> {
  const { pages } = await client.fetchInfiniteQuery(feedPages(input));
  return pages[0]?.live_cursor ?? 0;
}

/** The posts of a feed in order, once the viewer has asked for the new ones; without those that were deleted. */
export function shownPosts(client: QueryClient, input: FeedInput): Post[] {
  const pages =
    client.getQueryData<InfiniteData<FeedPage, string | null>>(feedPages(input).queryKey)?.pages ?? [];
  const postOf = (id: string) => readEntity(client, 'post', id);
  const { shown } = arrangeFeed(
    {
      category_id: input.category_id,
      ids: pages.flatMap(({ post_ids }) => post_ids),
      pins: Object.assign({}, ...pages.map(({ pins }) => pins)),
      cursor: pages[0]?.live_cursor ?? 0,
      until: null,
      sortValueOf: (id) => postOf(id)?.created_at ?? '',
      canEnter: (id, { version }) => (postOf(id)?.version ?? 0) >= version,
    },
    showHeldItems(feedChanges.read(client, input)),
  );
  return shown.flatMap((id) => postOf(id) ?? []).filter(({ deleted_at }) => deleted_at === null);
}

/** A feed of a space, as `part` of it shows. */
export const feedView = <Shown>(input: FeedInput, part: (posts: Post[]) => Shown): LiveView<Shown> => ({
  channels: [`space:${input.space_id}`],
  load: (client) => loadFeedPage(client, input),
  shown: (client) => part(shownPosts(client, input)),
});
