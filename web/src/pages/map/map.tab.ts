import { msg } from '#contract/i18n/translate.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { defineSpaceTab } from '#web/app/routing/space-tab.ts';
import { PanelSkeleton } from '#web/ui/page/page-skeletons.tsx';

export const mapTab = defineSpaceTab({
  name: 'map',
  path: '/space/map',
  label: msg('Map'),
  position: 50,
  canOpen: (space) => space.can_read && space.feature_map_enabled && space.membership !== null,
  page: lazyPage(() => import('./map-page.tsx'), 'MapPage'),
  skeleton: PanelSkeleton,
});
