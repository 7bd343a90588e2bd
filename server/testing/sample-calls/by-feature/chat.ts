import { newId } from '#server/platform/ids.ts';
import { newChatters, newGroup, sendText } from '../../samples/conversations.ts';
import { inSpace, ofConversation, ofMessage, ofPerson } from '../sample-content.ts';
import type { FeatureCalls, SampleContext } from '../sample-context.ts';

/** Creates a group whose admin is the caller, with one other person. */
async function ofParticipant({ server, caller, owner }: SampleContext) {
  const others = await newChatters(server, 1);
  const group = await newGroup(caller ?? owner, others);
  return { conversation_id: group.id, user_id: others[0]?.user.id ?? '' };
}
const ofGroup = async (context: SampleContext) => {
  const { conversation_id } = await ofParticipant(context);
  return { conversation_id };
};

/** Sends a message to the caller. */
async function ofReceivedMessage({ server, caller, owner }: SampleContext) {
  const me = caller ?? owner;
  const [other] = await newChatters(server, 1);
  if (!other) throw new Error('no person was created');
  const { conversation } = await me.call('get_or_create_conversation', { user_id: other.user.id });
  await sendText(me, conversation.id);
  const message = await sendText(other, conversation.id);
  return { message_id: message.id };
}

const nothing = () => ({});

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'chat'> = {
  list_conversations: { input: nothing },
  get_unread_conversations: { input: nothing },
  get_conversation: { input: ofConversation },
  find_conversation_by_slug: {
    input: async (context) => ({
      slug: (await ofConversation(context)).conversation_id.replaceAll('-', ''),
    }),
  },
  get_or_create_conversation: { input: ofPerson },
  create_group: {
    input: async ({ server }) => ({
      client_id: newId(),
      name: 'Friends of film',
      user_ids: (await newChatters(server, 2)).map(({ user }) => user.id),
    }),
  },
  update_group: { input: async (context) => ({ ...(await ofGroup(context)), name: 'Another name' }) },
  list_participants: { input: ofConversation },
  add_participants: {
    input: async (context) => ({
      ...(await ofGroup(context)),
      user_ids: (await newChatters(context.server, 1)).map(({ user }) => user.id),
    }),
  },
  remove_participant: { input: ofParticipant },
  set_participant_admin: {
    input: async (context) => ({ ...(await ofParticipant(context)), is_admin: true }),
  },
  leave_conversation: { input: ofGroup },
  mark_conversation_as_read: { input: async (context) => ({ ...(await ofConversation(context)), seq: 0 }) },
  mark_conversation_as_unread: { input: ofConversation },
  mark_all_conversations_as_read: { input: nothing },
  mute_conversation: {
    input: async (context) => ({ ...(await ofConversation(context)), duration: '1_hour' as const }),
  },
  accept_message_request: { input: ofConversation },
  delete_message_request: { input: ofConversation },
  list_messages: { input: ofConversation },
  get_message: { input: ofMessage },
  send_message: {
    input: async (context) => ({ ...(await ofConversation(context)), client_id: newId(), content: 'Hello' }),
  },
  update_message: { input: async (context) => ({ ...(await ofMessage(context)), content: 'Hello again' }) },
  delete_message: { input: ofMessage },
  remove_message_link_preview: { input: ofMessage },
  list_conversation_images: { input: ofConversation },
  search_messages: { input: () => ({ search: 'hello' }) },
  report_message: {
    input: async (context) => ({ ...(await ofReceivedMessage(context)), reason: 'spam' as const }),
  },
  search_people: { input: () => ({ search: 'an' }) },
  list_recent_contacts: { input: nothing },
  list_suggested_people: { input: nothing },
  get_user_connection_context: { input: ofPerson },
  block_user: { input: ofPerson },
  unblock_user: { input: ofPerson },
  list_blocked_users: { input: nothing },
  get_chat_settings: { input: nothing },
  update_chat_settings: { input: () => ({ read_receipts: false }) },
  get_space_chat: { input: inSpace },
  set_space_chat: { input: (context) => ({ ...inSpace(context), chat_enabled: false }) },
};
