import { skipToken, useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Post } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { entityKey } from '#web/lib/cache/entity-cache.ts';
import { apiQuery } from '#web/lib/cache/query-client.ts';
import { SideCard } from '#web/ui/page/side-card.tsx';

const shown = 5;

/** Titles of the posts of a category with the latest activity. Not a feed: live events don't add to it. */
export const postsOfCategoryQuery = (spaceId: string, categoryId: string) =>
  apiQuery('list_category_posts', { space_id: spaceId, category_id: categoryId });

interface MoreInCategoryProps {
  space: Space;
  /** Of the open post. */
  categoryId: string;
  /** The open post, which isn't listed. */
  postId: string;
}

/** Titles of other posts of a category. Nothing if there are none. */
export function MoreInCategory({ space, categoryId, postId }: MoreInCategoryProps) {
  const { data } = useQuery(postsOfCategoryQuery(space.id, categoryId));
  const posts = useListedPosts(data?.posts ?? []);
  const category = space.categories.find(({ id }) => id === categoryId);
  const others = posts.filter(({ id }) => id !== postId).slice(0, shown);
  if (!category || others.length === 0) return null;
  return (
    <SideCard title={t('More in {category}', { category: category.name })}>
      <ul>
        {others.map(({ id, slug, title }) => (
          <li key={id}>
            <Link
              to="/$subdomain/post/$postSlug"
              params={{ subdomain: space.subdomain, postSlug: slug }}
              className="side-row"
              title={title}
            >
              <span className="min-w-0 truncate">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </SideCard>
  );
}

/** These posts with their newest titles if they are cached, and without those that were deleted meanwhile. */
function useListedPosts<P extends { id: string; title: string }>(posts: readonly P[]): P[] {
  return useQueries({
    queries: posts.map(({ id }) => ({ queryKey: entityKey('post', id), queryFn: skipToken })),
    combine: (cached) =>
      posts.flatMap((post, index) => {
        const now = cached[index]?.data as Post | undefined;
        return now?.deleted_at ? [] : [{ ...post, title: now?.title ?? post.title }];
      }),
  });
}
