import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Space } from '#contract/spaces.ts';
import { useEntity } from '#web/lib/entity-cache.ts';
import { toCount } from '#web/lib/member-count.ts';
import { RelativeTime } from '#web/lib/relative-time-text.tsx';
import { useTopic } from '#web/lib/use-live.ts';
import { Button } from '#web/ui/button.tsx';
import { feedPages } from './feed.api.ts';

/** A space's feed. */
export function FeedScreen({ space }: { space: Space }) {
  const feed = useSuspenseInfiniteQuery(feedPages(space.id));
  useTopic(`space:${space.id}`, feed.data.pages[0]?.live_cursor ?? null);
  const ids = feed.data.pages.flatMap((page) => page.post_ids);
  if (ids.length === 0) return <p className="py-16 text-center text-soft">No posts yet.</p>;
  return (
    <div className="flex flex-col gap-3">
      {ids.map((id) => (
        <PostRow key={id} id={id} subdomain={space.subdomain} />
      ))}
      {feed.hasNextPage && (
        <Button loading={feed.isFetchingNextPage} onClick={() => void feed.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  );
}

function PostRow({ id, subdomain }: { id: string; subdomain: string }) {
  const post = useEntity('post', id);
  if (!post) return null;
  return (
    <article className="rounded-lg border border-line bg-surface p-4">
      <p className="text-sm text-soft">
        {post.author.full_name} · <RelativeTime at={post.created_at} />
      </p>
      <h2 className="mt-1 text-lg">
        <Link to="/$subdomain/post/$postSlug" params={{ subdomain, postSlug: post.slug }}>
          {post.title}
        </Link>
      </h2>
      <p className="mt-1 text-soft">{post.excerpt}</p>
      <p className="mt-2 text-sm text-faint">
        {toCount(post.like_count)} likes · {toCount(post.comment_count)} comments
      </p>
    </article>
  );
}
