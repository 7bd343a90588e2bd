import '#web/styles/lazy/chat.css';
import { Ellipsis, SmilePlus } from 'lucide-react';
import type { Message } from '#contract/features/chat/messages.ts';
import { t } from '#contract/i18n/translate.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { MessageMenuProps } from './message-menu.tsx';
import type { ReactionMenuProps } from './reaction-menu.tsx';
import { useMessageContext } from './thread-context.ts';

const messageMenu = lazyOverlay<MessageMenuProps>(
  async () => (await import('./message-menu.tsx')).MessageMenu,
);
const reactionMenu = lazyOverlay<ReactionMenuProps>(
  async () => (await import('./reaction-menu.tsx')).ReactionMenu,
);

/** The buttons beside a message. Their menus are rendered when they open: there are as many as messages. */
export function MessageTools({ message }: { message: Message }) {
  const { canSend } = useMessageContext();
  return (
    <div className="message-tools">
      {canSend && (
        <LazyPopup
          popup={reactionMenu}
          popupProps={{ message }}
          isPreloaded
          button={
            <IconButton label={t('React')} size="sm">
              <SmilePlus size={16} aria-hidden="true" />
            </IconButton>
          }
        />
      )}
      <LazyPopup
        opens="menu"
        popup={messageMenu}
        popupProps={{ message }}
        isPreloaded
        button={
          <IconButton label={t('More')} size="sm" data-message-menu="">
            <Ellipsis size={16} aria-hidden="true" />
          </IconButton>
        }
      />
    </div>
  );
}
