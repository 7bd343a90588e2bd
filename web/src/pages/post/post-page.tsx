import { getRouteApi } from '@tanstack/react-router';
import { PostScreen } from '#web/features/posts/index.ts';
import { useLoadedSpace } from '#web/features/spaces/index.ts';

const route = getRouteApi('/$subdomain/post/$postSlug');

export function PostPage() {
  const { space_id, post_id } = route.useLoaderData();
  const { postSlug } = route.useParams();
  const { highlight, ...search } = route.useSearch();
  const space = useLoadedSpace(space_id);
  return (
    <div className="mx-auto w-full max-w-feed px-4 py-4 lg:py-6">
      <PostScreen
        key={post_id}
        space={space}
        postId={post_id}
        slug={postSlug}
        search={search}
        isHighlighted={highlight === post_id}
      />
    </div>
  );
}
