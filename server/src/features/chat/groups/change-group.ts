import type { SystemMessageType } from '#contract/features/chat/system-message.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { type OutgoingEvent, userChannel } from '#server/platform/live/publish.ts';
import { conversationChannel } from '../channels.ts';
import { reachOf } from '../chat.policy.ts';
import { listContactability } from '../conversations/conversation-lifecycle.queries.ts';
import { toAfterChange } from '../messages/after-change.ts';
import { findMessage } from '../messages/messages.queries.ts';
import { toMessage } from '../messages/messages.view.ts';
import { insertMessage, type LockedConversation, lockConversation } from '../messages/send.queries.ts';
import { type GroupMemberRow, listGroupMembers } from './groups.queries.ts';

/**
 * Locks a group, and checks that the viewer is in it, and is its admin if `needsAdmin`. Returns it with those of `user_ids`
 * who are or were in it.
 * @throws AppError `conversation_not_found`, `not_a_group`, `not_in_conversation`, `group_admin_required`
 */
export async function lockGroup(
  tx: Tx,
  input: { conversation_id: string; viewer_id: string; user_ids?: string[]; needsAdmin: boolean },
): Promise<{ group: LockedConversation; viewer: GroupMemberRow; members: Map<string, GroupMemberRow> }> {
  const group = await lockConversation(tx, input.conversation_id);
  const found = group
    ? await listGroupMembers(tx, group.id, [input.viewer_id, ...(input.user_ids ?? [])])
    : [];
  const members = new Map(found.map((row) => [row.user_id, row]));
  const viewer = members.get(input.viewer_id);
  if (!group || !viewer) throw new AppError('conversation_not_found');
  if (!group.is_group) throw new AppError('not_a_group');
  if (input.needsAdmin) {
    if (viewer.status !== 'active') throw new AppError('not_in_conversation');
    if (!viewer.is_admin) throw new AppError('group_admin_required');
  }
  return { group, viewer, members };
}

/**
 * Checks that the viewer can add people to a group. Returns with how many of them they have exchanged no messages.
 * @throws AppError `cannot_message_self`, `person_not_found`, `cannot_message_person` with the `user_ids` that it's about
 */
export async function requireAddable(tx: Tx, viewerId: string, userIds: string[]): Promise<number> {
  if (userIds.includes(viewerId)) throw new AppError('cannot_message_self');
  const contacts = await listContactability(tx, viewerId, userIds);
  if (contacts.length < new Set(userIds).size) throw new AppError('person_not_found');
  const refusing = contacts.filter((contact) => reachOf(contact) !== 'direct');
  if (refusing.length > 0)
    throw new AppError('cannot_message_person', { user_ids: refusing.map(({ user_id }) => user_id) });
  return contacts.filter((contact) => !contact.has_conversation).length;
}

/** What a line of the system says. */
export interface SystemLine {
  type: SystemMessageType;
  user_ids?: string[];
  name?: string;
}

/** Writes a line of the system into a locked conversation. Returns its id and number, and the live event. */
export async function insertSystemMessage(
  tx: Tx,
  conversation: { id: string },
  actorId: string,
  line: SystemLine,
): Promise<{ id: string; seq: number; events: OutgoingEvent[] }> {
  const id = newId();
  const [{ version }, row] = await Promise.all([
    insertMessage(tx, {
      id,
      conversation_id: conversation.id,
      sender_id: actorId,
      client_id: null,
      request_hash: null,
      kind: 'system',
      content: '',
      voice: null,
      upload_ids: [],
      reply_to_id: null,
      link_url: null,
      mentioned_user_ids: null,
      system_type: line.type,
      system_user_ids: line.user_ids ?? null,
      system_name: line.name ?? null,
      created_at: nowIso(),
      other_status: null,
    }),
    findMessage(tx, null, id),
  ]);
  if (!row) throw new Error('A message that was just inserted is missing');
  const message = toMessage(row);
  const after = await toAfterChange(tx, {
    id: conversation.id,
    last_seq: message.seq,
    activity_at: message.created_at,
    version,
    latest: row,
  });
  const channel = conversationChannel(conversation.id);
  return {
    id: message.id,
    seq: message.seq,
    events: [{ channel, type: 'message.created', payload: { message, conversation: after } }],
  };
}

/** All participants fetch the conversation again. `changedUserIds` were added, were removed or left. */
export const conversationChanged = (
  conversationId: string,
  version: number,
  changedUserIds: string[] = [],
): OutgoingEvent => ({
  channel: conversationChannel(conversationId),
  type: 'conversation.changed',
  payload: { conversation_id: conversationId, changed_user_ids: changedUserIds, version },
});

/** Someone's list of conversations has one more or one less: their devices fetch it again. */
export const listChanged = (userId: string, conversationId: string): OutgoingEvent => ({
  channel: userChannel(userId),
  type: 'conversation.list_changed',
  payload: { conversation_id: conversationId },
});
