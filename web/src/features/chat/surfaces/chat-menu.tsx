import { useQueryClient } from '@tanstack/react-query';
import { CheckCheck, Settings } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { MenuItem } from '#web/ui/overlays/menu.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { refetchConversations } from '../conversations/conversations.api.ts';
import { ChatSettingsDialog } from '../people/chat-settings-dialog.tsx';
import { unreadQuery } from '../unread.api.ts';
import { MoreMenu } from './more-menu.tsx';

/** What can be done with all conversations: mark them as read, and the settings of chat. */
export function ChatMenu() {
  const client = useQueryClient();
  const [isSettings, setSettings] = useState(false);
  const markAll = async () => {
    try {
      const { count } = await getApiClient(client)('mark_all_conversations_as_read');
      refetchConversations(client);
      void client.invalidateQueries({ queryKey: unreadQuery.queryKey });
      toast(
        count === 0
          ? { title: t('All caught up!'), description: t('You have no unread messages.') }
          : {
              title: t('Success!'),
              description: t('Marked {count, number} conversation(s) as read.', { count }),
            },
      );
    } catch {
      toast({
        title: t('Error'),
        description: t('Failed to mark all conversations as read. Please try again.'),
        variant: 'destructive',
      });
    }
  };
  return (
    <>
      <MoreMenu>
        <MenuItem icon={<CheckCheck size={18} aria-hidden="true" />} onSelect={() => void markAll()}>
          {t('Mark all as read')}
        </MenuItem>
        <MenuItem icon={<Settings size={18} aria-hidden="true" />} onSelect={() => setSettings(true)}>
          {t('Chat settings')}
        </MenuItem>
      </MoreMenu>
      {isSettings && <ChatSettingsDialog onClose={() => setSettings(false)} />}
    </>
  );
}
