import { msg } from '#contract/i18n/translate.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { defineMembershipTab } from '../../membership/index.ts';

export const membershipTab = defineMembershipTab({
  name: 'membership',
  label: msg('Membership'),
  position: 10,
  content: lazyComponent(async () => (await import('./my-membership.tsx')).MyMembership),
});
