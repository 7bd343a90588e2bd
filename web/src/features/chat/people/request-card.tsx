import '#web/styles/lazy/chat.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import { t } from '#contract/i18n/translate.ts';
import type { ApiOutput } from '#web/lib/api/api-client.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { keepConversation, refetchConversations } from '../conversations/conversations.api.ts';
import { unreadQuery } from '../unread.api.ts';
import { BlockDialog } from './block-dialog.tsx';
import { ConnectionCard } from './connection-card.tsx';

interface RequestCardProps {
  conversation: Conversation;
  /** Called after the request was deleted, or its sender blocked. */
  onGone: () => void;
}

/** A message request: who it is from, and whether the viewer wants it. Its sender isn't notified of a deletion. */
export function RequestCard({ conversation, onGone }: RequestCardProps) {
  const client = useQueryClient();
  const [isBlocking, setBlocking] = useState(false);
  const { id, other_participants } = conversation;
  const [person] = other_participants;
  const refetch = () => {
    refetchConversations(client);
    void client.invalidateQueries({ queryKey: unreadQuery.queryKey });
  };
  const accept = useOptimisticWrite<void, ApiOutput<'accept_message_request'>>({
    write: () => getApiClient(client)('accept_message_request', { conversation_id: id }),
    show: () => undefined,
    settle: ({ conversation: accepted }) => {
      keepConversation(client, accepted);
      refetch();
    },
    failed: t("Couldn't accept the request"),
  });
  const remove = useOptimisticWrite<void, unknown>({
    write: () => getApiClient(client)('delete_message_request', { conversation_id: id }),
    show: () => undefined,
    settle: () => {
      refetch();
      onGone();
    },
    failed: t("Couldn't delete the request"),
  });
  if (!person) return null;
  return (
    <section className="request-card" aria-label={t('Message request')}>
      <p className="font-semibold">{t('{name} wants to message you', { name: person.full_name })}</p>
      <p className="text-sm text-soft">{t("They won't know you've seen this until you accept.")}</p>
      <ConnectionCard userId={person.user_id} />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" loading={accept.isPending} onClick={() => accept.mutate()}>
          {t('Accept')}
        </Button>
        <Button loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('Delete')}
        </Button>
        <Button variant="quiet" onClick={() => setBlocking(true)}>
          {t('Block')}
        </Button>
      </div>
      {isBlocking && <BlockDialog person={person} onClose={() => setBlocking(false)} onBlocked={onGone} />}
    </section>
  );
}
