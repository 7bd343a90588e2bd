import { msg } from '#contract/i18n/translate.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { defineMembershipTab } from '../../membership/index.ts';

export const notificationsTab = defineMembershipTab({
  name: 'notifications',
  label: msg('Notifications'),
  position: 20,
  content: lazyComponent(async () => (await import('./space-preferences.tsx')).SpacePreferencesTab),
});
