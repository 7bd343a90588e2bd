import { msg } from '#contract/i18n/translate.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { defineMembershipTab } from '../membership/index.ts';

export const inviteTab = defineMembershipTab({
  name: 'invite',
  label: msg('Invite'),
  position: 40,
  content: lazyComponent(async () => (await import('./invite-dialog.tsx')).InviteTab),
});
