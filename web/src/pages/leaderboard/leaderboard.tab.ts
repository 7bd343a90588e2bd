import { msg } from '#contract/i18n/translate.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { defineSpaceTab } from '#web/app/routing/space-tab.ts';
import { GridRowsSkeleton } from '#web/ui/page/page-skeletons.tsx';

export const leaderboardTab = defineSpaceTab({
  name: 'leaderboard',
  path: '/space/leaderboard',
  label: msg('Leaderboard'),
  position: 40,
  canOpen: ({ can_read }) => can_read,
  page: lazyPage(() => import('./leaderboard-page.tsx'), 'LeaderboardPage'),
  skeleton: GridRowsSkeleton,
});
