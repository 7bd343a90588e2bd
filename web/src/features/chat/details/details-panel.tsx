import '#web/styles/lazy/chat.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import { t } from '#contract/i18n/translate.ts';
import { FollowButton, FollowTotals } from '#web/features/profiles/index.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { ConversationAvatar } from '../conversations/conversation-avatar.tsx';
import { toConversationName } from '../conversations/conversation-text.ts';
import { refetchConversation } from '../conversations/conversations.api.ts';
import { BlockDialog } from '../people/block-dialog.tsx';
import { ConnectionCard } from '../people/connection-card.tsx';
import { usePresenceText } from '../people/presence-text.ts';
import { useBlock } from '../people/use-block.ts';
import { AddPeopleDialog } from './add-people.tsx';
import { ConversationImages } from './conversation-images.tsx';
import { GroupForm } from './group-form.tsx';
import { Participants } from './participants.tsx';
import { SidePanel } from './side-panel.tsx';

interface DetailsPanelProps {
  conversation: Conversation;
  viewerId: string;
  onMessage: (userId: string) => void;
  onClose: () => void;
}

/** About a conversation: the other person, or a group with its people. */
export function DetailsPanel(props: DetailsPanelProps) {
  const { conversation, onClose } = props;
  return (
    <SidePanel title={conversation.is_group ? t('Group details') : t('Details')} onClose={onClose}>
      {conversation.is_group ? <GroupDetails {...props} /> : <PersonDetails conversation={conversation} />}
    </SidePanel>
  );
}

function PersonDetails({ conversation }: { conversation: Conversation }) {
  const [isAsked, setAsked] = useState(false);
  const block = useBlock();
  const [person] = conversation.other_participants;
  const presence = usePresenceText(person);
  const isBlocked = conversation.send_barrier === 'blocked_by_viewer';
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col items-center gap-2 text-center">
        <ConversationAvatar conversation={conversation} size="xxl" />
        <p className="text-lg font-semibold [overflow-wrap:anywhere]">{toConversationName(conversation)}</p>
        {person && <p className="text-sm text-soft">{presence}</p>}
        {person && <FollowTotals userId={person.user_id} />}
      </div>
      {person && <FollowButton userId={person.user_id} />}
      {person && <ConnectionCard userId={person.user_id} />}
      <ConversationImages conversationId={conversation.id} />
      {person && (
        <Button
          loading={block.isPending}
          onClick={() =>
            isBlocked ? block.mutate({ userId: person.user_id, isBlocked: false }) : setAsked(true)
          }
        >
          {isBlocked ? t('Unblock') : t('Block')}
        </Button>
      )}
      {isAsked && person && <BlockDialog person={person} onClose={() => setAsked(false)} />}
    </div>
  );
}

function GroupDetails({ conversation, viewerId, onMessage }: DetailsPanelProps) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<'add' | 'leave' | null>(null);
  const { id, can } = conversation;
  const leave = useOptimisticWrite<void, unknown>({
    write: () => getApiClient(client)('leave_conversation', { conversation_id: id }),
    show: () => undefined,
    settle: () => refetchConversation(client, id),
    failed: t("Couldn't leave the group"),
  });
  return (
    <div className="flex flex-col gap-5">
      <GroupForm key={conversation.name} conversation={conversation} />
      {can.add && <Button onClick={() => setAsked('add')}>{t('Add people')}</Button>}
      {can.leave && <Participants conversation={conversation} viewerId={viewerId} onMessage={onMessage} />}
      <ConversationImages conversationId={id} />
      {can.leave && (
        <Button className="text-danger-text" onClick={() => setAsked('leave')}>
          {t('Leave group')}
        </Button>
      )}
      {asked === 'add' && <AddPeopleDialog conversation={conversation} onClose={() => setAsked(null)} />}
      {asked === 'leave' && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={t('Leave this group?')}
          description={t("You'll keep the messages up to now, and you won't get new ones.")}
          confirm={t('Leave')}
          isPending={leave.isPending}
          onConfirm={() => leave.mutate(undefined, { onSuccess: () => setAsked(null) })}
        />
      )}
    </div>
  );
}
