import '#web/styles/lazy/chat.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { toConversationSlug } from '#contract/values/targets.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/card.tsx';
import { slugQuery } from '../conversations/conversations.api.ts';
import { NewConversation } from '../people/new-conversation.tsx';
import { ThreadSkeleton, ThreadView } from '../thread/thread-view.tsx';
import { ChatList, useOpenPerson } from './chat-views.tsx';
import { announceConversationUrl, toConversationId } from './conversation-url.ts';

interface ChatScreenProps {
  viewerId: string;
  /** The slug of the open conversation; null shows the list. */
  slug: string | null;
  onSlug: (slug: string | null) => void;
}

/** The conversation at a slug. One that isn't in the cache is requested, which says so if there is none. */
function useConversationAt(slug: string | null) {
  const client = useQueryClient();
  const id = slug === null ? null : toConversationId(slug);
  const isCached = id !== null && readEntity(client, 'conversation', id) !== undefined;
  const query = useQuery({ ...slugQuery(slug ?? ''), enabled: slug !== null && !isCached });
  if (isCached) return { id, error: null };
  return { id: query.data?.conversation_id ?? null, error: query.error };
}

/** Chat as a page: the conversations beside the open one, or on phones one of the two. */
export function ChatScreen({ viewerId, slug, onSlug }: ChatScreenProps) {
  const [isNew, setNew] = useState(false);
  const [startSeq, setStartSeq] = useState<number | null>(null);
  const { id, error } = useConversationAt(slug);
  useEffect(() => announceConversationUrl(slug), [slug]);
  const open = (conversationId: string, seq?: number) => {
    setNew(false);
    setStartSeq(seq ?? null);
    onSlug(toConversationSlug(conversationId));
  };
  const openPerson = useOpenPerson(open);
  const toList = () => {
    setStartSeq(null);
    onSlug(null);
  };
  return (
    <div className="chat-screen" data-open={slug !== null || isNew ? '' : undefined}>
      <h1 className="sr-only">{t('Chats')}</h1>
      <div className="chat-side">
        <ChatList
          viewerId={viewerId}
          variant="full"
          selectedId={isNew ? null : id}
          onOpen={open}
          onPerson={openPerson}
          onNew={() => setNew(true)}
        />
      </div>
      <div className="chat-main">
        {isNew ? (
          <NewConversation onOpen={open} onBack={() => setNew(false)} />
        ) : id !== null ? (
          <ThreadView
            // A search result opens the same conversation at another message.
            key={`${id} ${startSeq ?? ''}`}
            conversationId={id}
            viewerId={viewerId}
            startSeq={startSeq}
            onBack={toList}
            onGone={toList}
            onMessage={(userId) => void openPerson(userId)}
          />
        ) : error ? (
          <EmptyState
            title={toMessage(error, t('Conversation not found for slug'))}
            action={<Button onClick={toList}>{t('Back to all chats')}</Button>}
          />
        ) : slug !== null ? (
          <ThreadSkeleton />
        ) : (
          <EmptyState
            icon={<MessagesSquare size={26} aria-hidden="true" />}
            title={t('Your messages')}
            action={<Button onClick={() => setNew(true)}>{t('Start a new conversation')}</Button>}
          >
            {t('Choose a conversation, or start a new one.')}
          </EmptyState>
        )}
      </div>
    </div>
  );
}
