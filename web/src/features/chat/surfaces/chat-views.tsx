import '#web/styles/lazy/chat.css';
import { useQueryClient } from '@tanstack/react-query';
import { MessageCirclePlus } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ConversationList, type ConversationListProps } from '../conversations/conversation-list.tsx';
import { openDirectConversation } from '../conversations/conversations.api.ts';
import { NewConversation } from '../people/new-conversation.tsx';
import { toastStartFailure } from '../people/start-failure.ts';
import { ThreadSkeleton, ThreadView } from '../thread/thread-view.tsx';
import { ChatMenu } from './chat-menu.tsx';

/** What chat shows: the list, a conversation, the one with a person, or the form for a new one. */
export type ChatPlace =
  | { view: 'list' }
  | { view: 'new' }
  | { view: 'person'; userId: string }
  | { view: 'chat'; conversationId: string; seq: number | null };

/** Returns a function that opens the direct conversation with a person; a toast says why it failed. */
export function useOpenPerson(
  onOpen: (conversationId: string) => void,
  onFailed: () => void = () => {},
): (userId: string) => Promise<void> {
  const client = useQueryClient();
  return async (userId) => {
    try {
      onOpen(await openDirectConversation(client, userId));
    } catch (error) {
      toastStartFailure(error, false);
      onFailed();
    }
  };
}

interface PersonPlaceProps {
  userId: string;
  onOpen: (conversationId: string) => void;
  onFailed: () => void;
}

/** Finds or creates the conversation with a person, and leads to it. */
function PersonPlace({ userId, onOpen, onFailed }: PersonPlaceProps) {
  const open = useEffectEvent(useOpenPerson(onOpen, onFailed));
  useEffect(() => void open(userId), [userId]);
  return <ThreadSkeleton />;
}

interface ChatListProps extends ConversationListProps {
  /** Buttons of the window around it. */
  actions?: ReactNode;
}

/** The list of conversations with its title and its menu. */
export function ChatList({ actions, ...list }: ChatListProps) {
  return (
    <section className="chat-view" aria-label={t('Chats')}>
      <header className="chat-head">
        <h2 className="chat-title">{t('Chats')}</h2>
        <IconButton label={t('New conversation')} onClick={list.onNew}>
          <MessageCirclePlus size={20} aria-hidden="true" />
        </IconButton>
        <ChatMenu />
        {actions}
      </header>
      <ConversationList {...list} />
    </section>
  );
}

interface ChatViewsProps {
  viewerId: string;
  place: ChatPlace;
  onPlace: (place: ChatPlace) => void;
  /** The conversation with a person couldn't be opened. */
  onFailed: () => void;
  actions?: ReactNode;
}

/** One view at a time, for narrow places: the list leads to a conversation and back. */
export function ChatViews({ viewerId, place, onPlace, onFailed, actions }: ChatViewsProps) {
  const open = (conversationId: string, seq: number | null = null) =>
    onPlace({ view: 'chat', conversationId, seq });
  const openPerson = useOpenPerson(open);
  const toList = () => onPlace({ view: 'list' });
  if (place.view === 'person') return <PersonPlace userId={place.userId} onOpen={open} onFailed={onFailed} />;
  if (place.view === 'new') return <NewConversation onOpen={open} onBack={toList} />;
  if (place.view === 'list') {
    return (
      <ChatList
        viewerId={viewerId}
        variant="full"
        onOpen={open}
        onPerson={openPerson}
        onNew={() => onPlace({ view: 'new' })}
        actions={actions}
      />
    );
  }
  return (
    <ThreadView
      conversationId={place.conversationId}
      viewerId={viewerId}
      startSeq={place.seq}
      onBack={toList}
      onGone={toList}
      onMessage={(userId) => void openPerson(userId)}
      actions={actions}
    />
  );
}
