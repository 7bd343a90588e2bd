import { msg } from '#contract/i18n/translate.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { defineSpaceTab } from '#web/app/routing/space-tab.ts';
import { PanelSkeleton } from '#web/ui/page/page-skeletons.tsx';

export const aboutTab = defineSpaceTab({
  name: 'about',
  path: '/about',
  label: msg('About'),
  position: 60,
  canOpen: () => true,
  page: lazyPage(() => import('./about-page.tsx'), 'AboutPage'),
  skeleton: PanelSkeleton,
});
