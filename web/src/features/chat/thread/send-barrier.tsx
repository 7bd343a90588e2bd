import '#web/styles/lazy/chat.css';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { toConversationName } from '../conversations/conversation-text.ts';
import { useBlock } from '../people/use-block.ts';

function toBarrierText(conversation: Conversation): string {
  const name = toConversationName(conversation);
  switch (conversation.send_barrier) {
    case 'blocked_by_viewer':
      return t('You blocked {name}.', { name });
    case 'request_pending':
      return t('You can send more messages once {name} accepts your request.', { name });
    case 'left':
      return conversation.status === 'removed'
        ? t('You were removed from this group.')
        : t('You left this group.');
    default:
      return t("You can't message {name}.", { name });
  }
}

/** Takes the place of the composer where the viewer can't write, and says why. */
export function SendBarrier({ conversation }: { conversation: Conversation }) {
  const block = useBlock();
  const [person] = conversation.other_participants;
  return (
    <div className="send-barrier">
      <p>{toBarrierText(conversation)}</p>
      {conversation.send_barrier === 'blocked_by_viewer' && person && (
        <Button
          size="sm"
          loading={block.isPending}
          onClick={() => block.mutate({ userId: person.user_id, isBlocked: false })}
        >
          {t('Unblock')}
        </Button>
      )}
    </div>
  );
}
