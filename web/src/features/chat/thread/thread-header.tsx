import '#web/styles/lazy/chat.css';
import { ArrowLeft, Bell, BellOff, Info, MailOpen, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import { t } from '#contract/i18n/translate.ts';
import { useIsOffline } from '#web/lib/live/reconnect.ts';
import { muteOptions } from '#web/lib/text/mute-options.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { MenuGroup, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { toTypingText, useTypingIds } from '../composer/use-typing.ts';
import { ConversationAvatar } from '../conversations/conversation-avatar.tsx';
import { toConversationName } from '../conversations/conversation-text.ts';
import { useMutedText } from '../conversations/use-muted-text.ts';
import { useMarkUnread, useMute } from '../details/use-mute.ts';
import { usePresenceText } from '../people/presence-text.ts';
import { MoreMenu } from '../surfaces/more-menu.tsx';

const icon = { size: 18, 'aria-hidden': true } as const;

interface ThreadHeaderProps {
  conversation: Conversation;
  /** The name of a person of the conversation. */
  nameOf: (userId: string) => string | undefined;
  onBack: (() => void) | undefined;
  onPanel: (panel: 'search' | 'details') => void;
  /** Further buttons at the end, such as those of the window. */
  actions?: ReactNode;
}

/** Who a conversation is with, whether they are online or typing, and what can be done with it. */
export function ThreadHeader({ conversation, nameOf, onBack, onPanel, actions }: ThreadHeaderProps) {
  const name = toConversationName(conversation);
  return (
    <header className="chat-head">
      {onBack && (
        <IconButton label={t('Back')} onClick={onBack}>
          <ArrowLeft size={20} aria-hidden="true" />
        </IconButton>
      )}
      <button type="button" className="chat-person" onClick={() => onPanel('details')}>
        <ConversationAvatar conversation={conversation} />
        <span className="min-w-0">
          <h2 className="chat-name">{name}</h2>
          <span className="chat-state">
            <StatusLine conversation={conversation} nameOf={nameOf} />
            <MutedMark conversation={conversation} />
          </span>
        </span>
      </button>
      <IconButton label={t('Search messages')} onClick={() => onPanel('search')}>
        <Search size={20} aria-hidden="true" />
      </IconButton>
      <ThreadMenu conversation={conversation} onPanel={onPanel} />
      {actions}
    </header>
  );
}

function StatusLine({ conversation, nameOf }: Pick<ThreadHeaderProps, 'conversation' | 'nameOf'>) {
  const typing = toTypingText(useTypingIds(conversation), nameOf);
  const { is_group, participant_count, other_participants } = conversation;
  const [person] = other_participants;
  const presence = usePresenceText(is_group ? undefined : person);
  const isOffline = useIsOffline();
  // Whoever left a group doesn't see who is in it now.
  const hasLeft = conversation.send_barrier === 'left';
  const state = is_group
    ? !hasLeft && t('{count, plural, one {# person} other {# people}}', { count: participant_count })
    : presence;
  return (
    <span className="chat-status" data-typing={typing && !isOffline ? '' : undefined}>
      {/* What others do isn't known meanwhile. */}
      {isOffline ? t("You're offline") : (typing ?? state)}
    </span>
  );
}

function MutedMark({ conversation }: Pick<ThreadHeaderProps, 'conversation'>) {
  const text = useMutedText(conversation);
  if (text === null) return null;
  return (
    <span className="chat-muted">
      <BellOff size={13} aria-hidden="true" />
      {text}
    </span>
  );
}

function ThreadMenu({ conversation, onPanel }: Pick<ThreadHeaderProps, 'conversation' | 'onPanel'>) {
  const mute = useMute(conversation.id);
  const markUnread = useMarkUnread(conversation.id);
  const mutedText = useMutedText(conversation);
  return (
    <MoreMenu>
      <MenuItem icon={<Info {...icon} />} onSelect={() => onPanel('details')}>
        {conversation.is_group ? t('Group details') : t('Details')}
      </MenuItem>
      <MenuItem icon={<MailOpen {...icon} />} onSelect={() => markUnread.mutate()}>
        {t('Mark as unread')}
      </MenuItem>
      <MenuSeparator />
      {mutedText !== null ? (
        <MenuItem icon={<Bell {...icon} />} note={mutedText} onSelect={() => mute.mutate(null)}>
          {t('Unmute')}
        </MenuItem>
      ) : (
        <MenuGroup label={t('Mute')}>
          {muteOptions().map(({ value, label }) => (
            <MenuItem key={value} icon={<BellOff {...icon} />} onSelect={() => mute.mutate(value)}>
              {label}
            </MenuItem>
          ))}
        </MenuGroup>
      )}
    </MoreMenu>
  );
}
