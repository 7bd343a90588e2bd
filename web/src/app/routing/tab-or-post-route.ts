import { createRoute, redirect } from '@tanstack/react-router';
import { loadPost } from '#web/features/posts/index.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { requireReadableSpace } from './route-guards.ts';
import { isReservedInSpace } from './space-pages.ts';
import { tabPath } from './space-paths.ts';
import { spaceRoute } from './space-route.ts';

/** `/{subdomain}/space/{tab}`: an unknown tab, or the address of a post, else the feed. */
export const tabOrPostRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/space/$tab',
  loader: async ({ context, params: { subdomain, tab }, location }) => {
    if (!isReservedInSpace(tab)) {
      await requireReadableSpace(context, subdomain);
      const post = await loadPost(context.queryClient, subdomain, tab).catch(() => null);
      if (post) {
        const slug = readEntity(context.queryClient, 'post', post.post_id)?.slug ?? tab;
        const href = `/${subdomain}/post/${encodeURIComponent(slug)}${location.searchStr}`;
        // A highlighted comment scrolls itself into view.
        const resetScroll = !new URLSearchParams(location.searchStr).has('highlight_comment');
        throw redirect({ href, statusCode: 302, resetScroll });
      }
    }
    // The feed finds the comments of pages of courses.
    const rest = new URLSearchParams(location.searchStr).has('highlight_comment') ? location.searchStr : '';
    throw redirect({ href: tabPath(subdomain, tab) + rest, statusCode: 302 });
  },
});
