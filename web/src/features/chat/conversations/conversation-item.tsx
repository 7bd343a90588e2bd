import '#web/styles/lazy/chat.css';
import { BellOff } from 'lucide-react';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import { t } from '#contract/i18n/translate.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { RelativeTime } from '#web/lib/text/relative-time-text.tsx';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { ConversationAvatar } from './conversation-avatar.tsx';
import { toConversationName, toLatestText } from './conversation-text.ts';
import { useMutedText } from './use-muted-text.ts';

interface ConversationItemProps {
  id: string;
  viewerId: string;
  isSelected: boolean;
  onOpen: (id: string) => void;
  /** Loads its messages before it's opened. */
  onIntent: (id: string) => void;
}

function LatestLine({ conversation, viewerId }: { conversation: Conversation; viewerId: string }) {
  const draft = conversation.draft_excerpt;
  if (draft === null) return toLatestText(conversation, viewerId);
  return tRich('<mark>Draft:</mark> {draft}', {
    draft,
    mark: (text) => <span className="font-medium text-danger-text">{text}</span>,
  });
}

/** A conversation in a list: who, when, the latest message, and how many are unread. */
export function ConversationItem({ id, viewerId, isSelected, onOpen, onIntent }: ConversationItemProps) {
  const conversation = useEntity('conversation', id);
  const mutedText = useMutedText(conversation ?? { muted_until: null });
  if (!conversation) return null;
  const { unread_count: count, is_marked_unread, latest_message_time, created_at } = conversation;
  const isUnread = count > 0 || is_marked_unread;
  return (
    <li>
      <button
        type="button"
        data-row=""
        className="conversation"
        data-unread={isUnread ? '' : undefined}
        data-muted={mutedText === null ? undefined : ''}
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => onOpen(id)}
        onPointerEnter={() => onIntent(id)}
        onFocus={() => onIntent(id)}
      >
        <ConversationAvatar conversation={conversation} size="lg" />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="conversation-name" dir="auto">
              {toConversationName(conversation)}
            </span>
            <RelativeTime at={latest_message_time ?? created_at} className="conversation-time" />
          </span>
          <span className="flex items-center gap-2">
            <span className="conversation-latest">
              <LatestLine conversation={conversation} viewerId={viewerId} />
            </span>
            {mutedText && (
              <span className="flex-none text-faint" title={mutedText}>
                <BellOff size={14} aria-hidden="true" />
                <span className="sr-only">{mutedText}</span>
              </span>
            )}
            {isUnread && (
              <span className="unread-count" data-muted={mutedText === null ? undefined : ''}>
                <span aria-hidden="true">{count > 99 ? '99+' : count > 0 ? count : ''}</span>
                <span className="sr-only">
                  {count > 0
                    ? t('{count, plural, one {# unread message} other {# unread messages}}', { count })
                    : t('Marked as unread')}
                </span>
              </span>
            )}
          </span>
        </span>
      </button>
    </li>
  );
}
