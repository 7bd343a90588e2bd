import { createRoute, redirect } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { pageHead } from '#web/app/head.ts';
import type { RouterContext } from '#web/app/page-context.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { requireReadableSpace } from '#web/app/routing/route-guards.ts';
import { spaceRoute } from '#web/app/routing/space-route.ts';
import { auditLogPages, casePages, openCasesQuery } from '#web/features/moderation/index.ts';
import { readSpace } from '#web/features/spaces/index.ts';

// The moderation page is for moderators; everyone else is redirected to the feed.
async function requireModerator(context: RouterContext, subdomain: string): Promise<{ space_id: string }> {
  const ids = await requireReadableSpace(context, subdomain);
  if (!readSpace(context.queryClient, ids.space_id)?.permissions.canEditSpace)
    throw redirect({ to: '/$subdomain/space', params: { subdomain }, statusCode: 302 });
  return ids;
}
/**
 * Loads a list of the page, and the number of open cases, which header and page show. The server waits for both: the header
 * hydrates first, and would fetch the number before the page is hydrated without it.
 */
async function loadLists(
  { queryClient }: RouterContext,
  spaceId: string,
  list: Promise<void>,
): Promise<void> {
  const loaded = Promise.all([queryClient.prefetchQuery(openCasesQuery(spaceId)), list]);
  if (typeof window === 'undefined') await loaded;
}
const ModerationPage = lazyPage(() => import('#web/pages/moderation/moderation-page.tsx'), 'ModerationPage');

export const moderationRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/space/moderation',
  component: ModerationPage,
  staticData: { page: 'moderation/moderation-page' },
  // Names what it drops: the router keeps parameters that are missing here.
  validateSearch: ({ show }: Record<string, unknown>): { show?: 'resolved' | undefined } => ({
    show: show === 'resolved' ? show : undefined,
  }),
  loaderDeps: ({ search }) => ({ status: search.show ?? ('open' as const) }),
  loader: async ({ context, params, deps }) => {
    const ids = await requireModerator(context, params.subdomain);
    const list = context.queryClient.prefetchInfiniteQuery(casePages(ids.space_id, deps.status));
    await loadLists(context, ids.space_id, list);
    return ids;
  },
  head: ({ match }) => pageHead(match.context, { title: t('Moderation') }),
});

export const moderationLogRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/space/moderation/log',
  component: ModerationPage,
  staticData: { page: 'moderation/moderation-page' },
  loader: async ({ context, params }) => {
    const ids = await requireModerator(context, params.subdomain);
    const list = context.queryClient.prefetchInfiniteQuery(auditLogPages(ids.space_id));
    await loadLists(context, ids.space_id, list);
    return ids;
  },
  head: ({ match }) => pageHead(match.context, { title: t('Moderation log') }),
});
