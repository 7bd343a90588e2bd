import { Link } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useUnreadMessages } from './use-unread-messages.ts';

const popover = lazyOverlay<{ viewerId: string }>(
  async () => (await import('./chat-popover.tsx')).ChatPopover,
);

function UnreadMessages({ count, max }: { count: number; max: number }) {
  if (count <= 0) return null;
  return (
    <span className="unread-badge" aria-hidden="true">
      {count > max ? `${max}+` : count}
    </span>
  );
}

const toLabel = (count: number): string =>
  count > 0
    ? t('Chats, {count, plural, one {# unread message} other {# unread messages}}', { count })
    : t('Chats');

/** The chat button of the header, from 769 px up: opens the list of conversations below it. */
export function ChatButton({ viewerId }: { viewerId: string }) {
  const count = useUnreadMessages();
  return (
    <LazyPopup
      popup={popover}
      popupProps={{ viewerId }}
      button={
        <IconButton label={toLabel(count)} className="max-[769px]:hidden">
          <span className="relative flex">
            <MessageCircle size={20} aria-hidden="true" />
            <UnreadMessages count={count} max={9} />
          </span>
        </IconButton>
      }
    />
  );
}

/** The chat tab of the bottom bar on phones. */
export function ChatTab({ className }: { className: string }) {
  const count = useUnreadMessages();
  return (
    <Link to="/app/chat" className={className} activeOptions={{ exact: true, includeSearch: false }}>
      <span className="relative">
        <MessageCircle size={22} aria-hidden="true" />
        <UnreadMessages count={count} max={99} />
      </span>
      {t('Chat')}
      {count > 0 && (
        <span className="sr-only">
          {t('{count, plural, one {# unread message} other {# unread messages}}', { count })}
        </span>
      )}
    </Link>
  );
}
