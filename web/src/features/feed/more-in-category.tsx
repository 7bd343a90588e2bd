import { queryOptions, skipToken, useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Post } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { postEntity } from '#web/features/posts/index.ts';
import { entityKey, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { SideCard } from '#web/ui/page/side-card.tsx';

const shown = 5;

/** The posts of a category with the latest activity. Not a feed: live events don't add to it. */
export const postsOfCategoryQuery = (spaceId: string, categoryId: string) =>
  queryOptions({
    queryKey: ['posts_of_category', { space_id: spaceId, category_id: categoryId }],
    queryFn: async ({ client, signal }) => {
      const input = { space_id: spaceId, category_id: categoryId, sort: 'default' as const };
      const { posts } = await getApiClient(client)('list_posts', input, { signal });
      writeEntities(client, postEntity, posts);
      return { post_ids: posts.map(({ id }) => id) };
    },
  });

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
  const posts = usePosts(data?.post_ids ?? []);
  const category = space.categories.find(({ id }) => id === categoryId);
  const others = posts.filter((post) => post.id !== postId && !post.deleted_at).slice(0, shown);
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

/** The cached ones of these posts, in the given order. */
function usePosts(ids: readonly string[]): Post[] {
  return useQueries({
    queries: ids.map((id) => ({ queryKey: entityKey('post', id), queryFn: skipToken })),
    combine: (results) =>
      results.flatMap(({ data }) => (data === undefined ? [] : [data as unknown as Post])),
  });
}
