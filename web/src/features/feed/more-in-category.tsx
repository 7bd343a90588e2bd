import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { postEntity } from '#web/features/posts/index.ts';
import { useEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
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
  const category = space.categories.find(({ id }) => id === categoryId);
  const others = data?.post_ids.filter((id) => id !== postId).slice(0, shown) ?? [];
  if (!category || others.length === 0) return null;
  return (
    <SideCard title={t('More in {category}', { category: category.name })}>
      <ul>
        {others.map((id) => (
          <Title key={id} postId={id} subdomain={space.subdomain} />
        ))}
      </ul>
    </SideCard>
  );
}

function Title({ postId, subdomain }: { postId: string; subdomain: string }) {
  const post = useEntity('post', postId);
  if (!post || post.deleted_at) return null;
  return (
    <li>
      <Link to="/$subdomain/post/$postSlug" params={{ subdomain, postSlug: post.slug }} className="side-row">
        <span className="line-clamp-2 wrap-anywhere">{post.title}</span>
      </Link>
    </li>
  );
}
