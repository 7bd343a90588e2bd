import type { QueryClient } from '@tanstack/react-query';
import type { ApiOutput } from '#web/lib/api/api-client.ts';
import { patchEntity, readEntity } from '#web/lib/cache/entity-cache.ts';
import { addOwnItem } from '#web/lib/list/list-changes.ts';
import { cachedInputs } from '#web/lib/list/live-list.ts';
import {
  type ConversationFilter,
  conversationChanges,
  refetchConversation,
} from '../conversations/conversations.api.ts';
import { hasLoadedMessages } from './loaded-messages.ts';
import { advanceReadPosition, showSentMessage } from './messages.api.ts';

/** Shows a message that the viewer has sent, in its conversation and in the lists. */
export function applySentMessage(
  client: QueryClient,
  { message, conversation: after, last_read_seq }: ApiOutput<'send_message'>,
  viewerId: string,
): void {
  const id = message.conversation_id;
  if (hasLoadedMessages(client, id)) showSentMessage(client, message);
  const known = readEntity(client, 'conversation', id);
  // With a gap, the event of the message requests the conversation again.
  if (known && after.version === known.version + 1) patchEntity(client, 'conversation', id, after);
  if (known && last_read_seq > known.last_read_seq)
    patchEntity(client, 'conversation', id, { last_read_seq });
  const isRequest = known?.will_send_request === true;
  if (known && isRequest)
    patchEntity(client, 'conversation', id, {
      status: 'request_sent',
      send_barrier: 'request_pending',
      will_send_request: false,
      can: { ...known.can, send: false },
    });
  // It wasn't a request if the other person takes messages from the viewer by now. With the first message, the other person is in
  // the conversation, and what they read of it is told.
  if (isRequest || message.seq === 1) refetchConversation(client, id);
  advanceReadPosition(client, id, { user_id: viewerId, last_read_seq, read_at: null });
  for (const input of cachedInputs<ConversationFilter>(client, 'list_conversations')) {
    if (input.search === '' && input.filter === 'all')
      conversationChanges.update(client, input, (changes) => addOwnItem(changes, { id }));
  }
}
