import { msg } from '#contract/i18n/translate.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { defineMembershipTab } from '../../membership/index.ts';

export const chatTab = defineMembershipTab({
  name: 'chat',
  label: msg('Chat'),
  position: 30,
  content: lazyComponent(async () => (await import('./space-chat-tab.tsx')).SpaceChatTab),
});
