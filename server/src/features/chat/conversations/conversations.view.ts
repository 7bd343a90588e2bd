import type { z } from 'zod';
import type { Contact } from '#contract/features/chat/contacts.ts';
import type { Conversation, ConversationPerson } from '#contract/features/chat/conversations.ts';
import type { latestMessage } from '#contract/features/chat/latest-message.ts';
import type { SystemMessage } from '#contract/features/chat/system-message.ts';
import type { AvatarPerson, Person } from '#contract/users.ts';
import { maxGroupParticipants } from '#contract/values/limits.ts';
import type { OnlineUsers } from '#server/platform/live/presence/online-users.ts';
import { toPlainExcerpt } from '#server/platform/text/markdown.ts';
import { toImage } from '../../uploads/index.ts';
import { type OtherParticipant, reachOf, sendBarrierOf, showsReceipts, statusFor } from '../chat.policy.ts';
import type { ContactRow, ConversationRow, LatestRow, OtherRow } from './conversation-columns.queries.ts';

type LatestMessage = { [K in keyof typeof latestMessage]: z.output<(typeof latestMessage)[K]> };

/** Returns when a person was active last, unless a block hides it. Whether they are online is added by `withOnline`. */
export function toPresence(
  lastActiveAt: string | null,
  isHidden: boolean,
): { is_online: boolean; last_seen_at: string | null } {
  return { is_online: false, last_seen_at: isHidden ? null : lastActiveAt };
}

/** Adds whether people are online. Whose last activity is hidden isn't for the viewer. */
export const withOnline =
  (onlineUsers: Pick<OnlineUsers, 'isOnline'>) =>
  <P extends { user_id: string; is_online: boolean; last_seen_at: string | null }>(person: P): P => ({
    ...person,
    is_online: person.last_seen_at !== null && onlineUsers.isOnline(person.user_id, null),
  });

function toSystemMessage(row: LatestRow): SystemMessage | null {
  if (!row.system_type) return null;
  return {
    type: row.system_type,
    people: row.system_people ?? [],
    people_count: row.system_people_count,
    name: row.system_name,
  };
}

function latestKindOf({ kind, content, attached_type }: LatestRow): LatestMessage['latest_message_kind'] {
  if (kind !== 'text' || content !== '' || attached_type === null) return kind;
  return attached_type.startsWith('image/') ? 'image' : 'file';
}

const toAvatarPerson = ({ id, full_name, avatar_url }: AvatarPerson): AvatarPerson => ({
  id,
  full_name,
  avatar_url,
});

/** Returns what lists show of the latest message. `at` is when the conversation was active last. */
export function toLatestMessage(row: LatestRow | null, at: string | null): LatestMessage {
  if (!row) {
    return {
      latest_message_content: null,
      latest_message_time: null,
      latest_message_sender: null,
      latest_message_kind: null,
      latest_message_system: null,
      last_message_at: at,
    };
  }
  return {
    latest_message_content: toPlainExcerpt(row.content),
    latest_message_time: row.created_at,
    latest_message_sender: toAvatarPerson(row.sender),
    latest_message_kind: latestKindOf(row),
    latest_message_system: toSystemMessage(row),
    last_message_at: at,
  };
}

function toOther(row: OtherRow, options: { hidesPresence: boolean; showsRead: boolean }): ConversationPerson {
  return {
    ...row.person,
    user_id: row.person.id,
    is_admin: row.is_admin,
    ...toPresence(row.last_active_at, options.hidesPresence),
    last_read_seq: options.showsRead && row.read_receipts ? row.last_read_seq : null,
  };
}

const isBlocked = (contact: ContactRow | null): boolean =>
  contact !== null && (contact.is_blocked_by_viewer || contact.has_blocked_viewer);

/** Returns what the rules need to know about the other person of a direct conversation; null for a group. */
export function otherOf({
  is_group,
  others,
  contact,
}: Pick<ConversationRow, 'is_group' | 'contact'> & {
  others: Pick<OtherRow, 'status'>[] | null;
}): OtherParticipant | null {
  if (is_group || !contact) return null;
  return {
    status: others?.[0]?.status ?? 'active',
    is_blocked_by_viewer: contact.is_blocked_by_viewer,
    has_blocked_viewer: contact.has_blocked_viewer,
    reach: reachOf({ ...contact, is_blocked: isBlocked(contact) }),
  };
}

/** Until a message request is accepted, neither sees what the other has read, or when the other was online. */
const acceptedBy = (row: ConversationRow): boolean =>
  row.is_group || (row.status === 'active' && (row.others?.[0]?.status ?? 'active') === 'active');

/** Maps a row to the conversation as its viewer sees it. */
export function toConversation(row: ConversationRow): Conversation {
  const { others, contact, status } = row;
  const other = otherOf(row);
  const barrier = sendBarrierOf(status, other);
  const isIn = status !== 'left' && status !== 'removed';
  const isGroupAdmin = row.is_group && isIn && row.is_admin;
  const showsRead =
    isIn &&
    row.viewer_receipts &&
    showsReceipts(row.participant_count) &&
    acceptedBy(row) &&
    !isBlocked(contact);
  return {
    id: row.id,
    conversation_id: row.id,
    is_group: row.is_group,
    name: row.name,
    conversation_name: row.name ?? others?.[0]?.person.full_name ?? '',
    icon: row.icon && toImage(row.icon),
    created_by: row.created_by,
    created_at: row.created_at,
    ...toLatestMessage(row.latest, row.last_seq > 0 ? (row.left_at ?? row.activity_at) : null),
    last_seq: row.left_seq ?? row.last_seq,
    last_read_seq: row.last_read_seq,
    unread_count: row.unread_count,
    is_marked_unread: row.is_marked_unread,
    other_participants: (others ?? []).map((one) =>
      toOther(one, {
        hidesPresence: !acceptedBy(row) || one.is_blocked,
        showsRead,
      }),
    ),
    participant_count: row.participant_count,
    is_admin: row.is_admin,
    muted_until: row.muted_until,
    status: statusFor(status, other?.status ?? null),
    send_barrier: barrier,
    will_send_request: barrier === null && other?.status === 'hidden' && other.reach === 'request',
    blocked_user_ids: row.blocked_user_ids ?? [],
    draft_excerpt: row.draft_excerpt,
    can: {
      send: barrier === null,
      edit: isGroupAdmin,
      add: isGroupAdmin && row.participant_count < maxGroupParticipants,
      remove: isGroupAdmin,
      leave: row.is_group && isIn,
    },
    version: row.version,
    viewer_version: row.viewer_version,
  };
}

/** A person that the viewer can write to. */
export interface PersonRow extends ContactRow {
  person: Person;
  last_active_at: string | null;
}

/** Maps a row to a person that the viewer can write to. */
export function toContact(row: PersonRow): Contact {
  const blocked = isBlocked(row);
  return {
    ...row.person,
    user_id: row.person.id,
    // Someone who may only send a request doesn't see who is online.
    ...toPresence(row.last_active_at, blocked || !row.shares_space),
    will_send_request: reachOf({ ...row, is_blocked: blocked }) === 'request',
  };
}
