import { createRoute, notFound } from '@tanstack/react-router';
import { postHead } from '#web/app/head.ts';
import { PostNotFound } from '#web/app/page-states.tsx';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { requireReadableSpace } from '#web/app/routing/route-guards.ts';
import { spaceRoute } from '#web/app/routing/space-route.ts';
import { type CommentSearch, toCommentSearch } from '#web/features/comments/index.ts';
import { preloadJoinPrompt } from '#web/features/members/index.ts';
import { loadPost } from '#web/features/posts/index.ts';
import { readSpace } from '#web/features/spaces/index.ts';
import { isMissing } from '#web/lib/api/api-client.ts';

export const postRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/post/$postSlug',
  component: lazyPage(() => import('#web/pages/post/post-page.tsx'), 'PostPage'),
  staticData: { page: 'post/post-page', activeTab: 'feed' },
  validateSearch: (search: Record<string, unknown>): CommentSearch & { highlight?: string } => ({
    ...toCommentSearch(search),
    ...(typeof search.highlight === 'string' ? { highlight: search.highlight } : {}),
  }),
  loaderDeps: ({ search: { comments, highlight_comment } }) => ({
    ...(comments ? { comments } : {}),
    ...(highlight_comment ? { highlight_comment } : {}),
  }),
  loader: async ({ context, params, deps }) => {
    const ids = await requireReadableSpace(context, params.subdomain);
    try {
      const [post] = await Promise.all([
        loadPost(context.queryClient, params.subdomain, params.postSlug, deps),
        preloadJoinPrompt(readSpace(context.queryClient, ids.space_id)),
      ]);
      return { ...ids, ...post };
    } catch (error) {
      if (isMissing(error)) throw notFound();
      throw error;
    }
  },
  notFoundComponent: PostNotFound,
  head: ({ match, loaderData }) => postHead(match.context, loaderData),
});
