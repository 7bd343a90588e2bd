import '#web/styles/lazy/chat.css';
import { useNavigate } from '@tanstack/react-router';
import { Maximize2, MessageCirclePlus } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { openChat } from '#web/lib/open-chat.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';
import { ConversationList } from '../conversations/conversation-list.tsx';

/** The list that opens below the chat button. A conversation opens in a dialog. */
export function ChatPopover({ viewerId, ...popup }: PopupProps & { viewerId: string }) {
  const navigate = useNavigate();
  const leave = (then: () => void) => {
    popup.onOpenChange(false);
    then();
  };
  return (
    <Popover {...popup} title={t('Chats')} align="end" flush>
      <div className="chat-popover">
        <div className="chat-popover-actions">
          <IconButton label={t('New conversation')} size="sm" onClick={() => leave(() => openChat({}))}>
            <MessageCirclePlus size={18} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t('Open all chats')}
            size="sm"
            onClick={() => leave(() => void navigate({ to: '/app/chat' }))}
          >
            <Maximize2 size={18} aria-hidden="true" />
          </IconButton>
        </div>
        <ConversationList
          viewerId={viewerId}
          variant="popover"
          onOpen={(id, seq) => leave(() => openChat({ conversationId: id, seq }))}
          onPerson={(userId) => leave(() => openChat({ userId }))}
          onNew={() => leave(() => openChat({}))}
        />
      </div>
    </Popover>
  );
}
