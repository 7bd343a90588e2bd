import { createRoute } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { pageHead } from '#web/app/head.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { rootRoute } from '#web/app/routing/root-route.ts';
import { requireViewer } from '#web/app/routing/route-guards.ts';

/** The open conversation is part of the address, by its slug. */
export interface ChatSearch {
  ch?: string;
}

export const chatRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/chat',
  component: lazyPage(() => import('#web/pages/chat/chat-page.tsx'), 'ChatPage'),
  staticData: { page: 'chat/chat-page' },
  validateSearch: ({ ch }: Record<string, unknown>): ChatSearch =>
    typeof ch === 'string' && ch ? { ch } : {},
  loaderDeps: ({ search: { ch } }) => ({ ch }),
  beforeLoad: ({ context, location }) => requireViewer(context, location.href),
  loader: async ({ context: { queryClient }, deps: { ch } }) => {
    // The browser's page requests them itself. If something fails to load, the page shows the error in its place.
    if (typeof window !== 'undefined') return;
    const { prefetchChat } = await import('#web/features/chat/prefetch-chat.ts');
    await prefetchChat(queryClient, ch ?? null);
  },
  head: ({ match }) => pageHead(match.context, { title: t('Chats') }),
});
