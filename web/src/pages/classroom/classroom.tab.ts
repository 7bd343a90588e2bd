import { msg } from '#contract/i18n/translate.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { defineSpaceTab } from '#web/app/routing/space-tab.ts';
import { PanelSkeleton } from '#web/ui/page/page-skeletons.tsx';

export const classroomTab = defineSpaceTab({
  name: 'classroom',
  path: '/space/classroom',
  label: msg('Classroom'),
  position: 15,
  canOpen: (space) => space.can_read && space.feature_classroom_enabled,
  page: lazyPage(() => import('./classroom-page.tsx'), 'ClassroomPage'),
  skeleton: PanelSkeleton,
});
