import { msg } from '#contract/i18n/translate.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { defineSpaceTab } from '#web/app/routing/space-tab.ts';
import { RowsSkeleton } from '#web/ui/page/page-skeletons.tsx';

export const membersTab = defineSpaceTab({
  name: 'members',
  path: '/space/members',
  label: msg('Members'),
  position: 30,
  canOpen: ({ can_read }) => can_read,
  page: lazyPage(() => import('./members-page.tsx'), 'MembersPage'),
  skeleton: RowsSkeleton,
});
