import { getRouteApi } from '@tanstack/react-router';
import { PostScreen } from '#web/features/posts/index.ts';
import { useLoadedSpace } from '#web/features/spaces/index.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { SpaceRail } from '#web/pages/space/space-rail.tsx';
import { PageGrid } from '#web/ui/page/page-grid.tsx';

const route = getRouteApi('/$subdomain/post/$postSlug');

export function PostPage() {
  const { space_id, post_id } = route.useLoaderData();
  const { postSlug } = route.useParams();
  const { highlight, ...search } = route.useSearch();
  const space = useLoadedSpace(space_id);
  const post = useEntity('post', post_id);
  return (
    <PageGrid aside={<SpaceRail space={space} post={post} />}>
      <PostScreen
        key={post_id}
        space={space}
        postId={post_id}
        slug={postSlug}
        search={search}
        isHighlighted={highlight === post_id}
      />
    </PageGrid>
  );
}
