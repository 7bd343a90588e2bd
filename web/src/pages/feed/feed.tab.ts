import { msg } from '#contract/i18n/translate.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { defineSpaceTab } from '#web/app/routing/space-tab.ts';
import { CardsSkeleton } from '#web/ui/page/page-skeletons.tsx';

export const feedTab = defineSpaceTab({
  name: 'feed',
  path: '/space',
  label: msg('Feed'),
  position: 10,
  canOpen: ({ can_read }) => can_read,
  page: lazyPage(() => import('./feed-page.tsx'), 'FeedPage'),
  skeleton: CardsSkeleton,
});
