import { type RawBuilder, sql } from 'kysely';
import type { ChatSettings } from '#contract/features/chat/contacts.ts';
import type { SystemMessageType } from '#contract/features/chat/system-message.ts';
import type { AvatarPerson, Person } from '#contract/users.ts';
import { avatarPerson } from '#contract/users.ts';
import { maxUnreadCount } from '#contract/values/limits.ts';
import { personJson } from '#server/platform/people/person.queries.ts';
import { attachedColumns, type UploadRow } from '../../uploads/index.ts';
import type { ParticipantStatus } from '../chat.policy.ts';

/** How many people a conversation of a list contains. */
const shownPeople = 5;

/** A participant other than the viewer. */
export interface OtherRow {
  person: Person;
  status: ParticipantStatus;
  is_admin: boolean;
  last_read_seq: number;
  last_active_at: string | null;
  read_receipts: boolean;
  /** Whether the viewer blocked them, or they blocked the viewer. */
  is_blocked: boolean;
}

/** The latest message of a conversation that isn't deleted. */
export interface LatestRow {
  content: string;
  kind: 'text' | 'voice' | 'system';
  created_at: string;
  sender: AvatarPerson;
  /** The MIME type of the first attachment. */
  attached_type: string | null;
  system_type: SystemMessageType | null;
  system_name: string | null;
  system_people: AvatarPerson[] | null;
  system_people_count: number;
}

/** What decides whether the viewer can write to the other person of a direct conversation. */
export interface ContactRow {
  is_blocked_by_viewer: boolean;
  has_blocked_viewer: boolean;
  who_can_message: ChatSettings['who_can_message'];
  shares_space: boolean;
  follows_sender: boolean;
}

/** A conversation as one viewer sees it. */
export interface ConversationRow {
  id: string;
  is_group: boolean;
  name: string | null;
  icon: UploadRow | null;
  created_by: string | null;
  created_at: string;
  activity_at: string;
  last_seq: number;
  participant_count: number;
  version: number;
  status: ParticipantStatus;
  is_admin: boolean;
  first_seq: number;
  left_seq: number | null;
  left_at: string | null;
  last_read_seq: number;
  is_marked_unread: boolean;
  muted_until: string | null;
  viewer_version: number;
  unread_count: number;
  viewer_receipts: boolean;
  others: OtherRow[] | null;
  contact: ContactRow | null;
  blocked_user_ids: string[] | null;
  latest: LatestRow | null;
  draft_excerpt: string | null;
}

/** Whether participant `p` may read the message with this number: it is from one of their stays. */
export const isReadable = (seq: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  ${seq} >= p.first_seq and ${seq} <= coalesce(p.left_seq, ${seq}) or p.earlier_seqs @> ${seq})`;

const lastVisible = sql`coalesce(p.left_seq, 2147483647)`;

/** Number of unread messages of participant `p` in their conversation, up to `maxUnreadCount`. */
export const unreadCount: RawBuilder<number> = sql<number>`(select count(*)::int from (
  select from chat_messages n where n.conversation_id = p.conversation_id and n.deleted_at is null
    and n.seq > greatest(p.last_read_seq, p.first_seq - 1) and n.seq <= ${lastVisible}
    and n.kind <> 'system' and n.sender_id <> p.user_id
  limit ${sql.lit(maxUnreadCount)}) unread)`;

/** Whether participant `p` is in lists and may have something unread there, as the condition of an index. */
export const mayBeUnread = sql<boolean>`(p.status in ('active', 'left', 'removed') and not p.is_caught_up)`;

/** When a user was last active on any page, as text of the API. Null if they appear offline. */
export const lastActiveAt = (userId: RawBuilder<unknown>): RawBuilder<string | null> => sql<string | null>`(
  select to_char(a.seen_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  from user_presence a where a.user_id = ${userId} and not a.appear_offline)`;

/** The people that a line of the system names, from message `alias`. */
export const systemPeople = (alias: string): RawBuilder<AvatarPerson[] | null> => sql<AvatarPerson[] | null>`(
  select json_agg(${personJson('su', avatarPerson)} order by named.position)
  from unnest(${sql.ref(`${alias}.system_user_ids`)}) with ordinality named (id, position)
    join users su on su.id = named.id where named.position <= 10)`;

/** The latest message of a conversation as the JSON of a `LatestRow`; null if there is none between two numbers. */
export const latestMessageOf = (
  conversationId: RawBuilder<unknown>,
  first: RawBuilder<unknown>,
  last: RawBuilder<unknown>,
) => sql`(select json_build_object('content', left(l.content, 1000), 'kind', l.kind,
    'created_at', to_char(l.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'sender', ${personJson('ls', avatarPerson)},
    'attached_type', (select f.mime_type from chat_attachments a join uploads f on f.id = a.upload_id
      where a.message_id = l.id and l.attachment_count > 0 order by a.position limit 1),
    'system_type', l.system_type, 'system_name', l.system_name, 'system_people', ${systemPeople('l')},
    'system_people_count', coalesce(cardinality(l.system_user_ids), 0))
  from chat_messages l join users ls on ls.id = l.sender_id
  where l.conversation_id = ${conversationId} and l.deleted_at is null and l.seq >= ${first} and l.seq <= ${last}
  order by l.seq desc limit 1)`;

const others = sql`(select json_agg(other) from (
  select ${personJson('ou')} as person, o.status, o.is_admin, o.last_read_seq,
    ${lastActiveAt(sql`o.user_id`)} as last_active_at, coalesce(os.read_receipts, true) as read_receipts,
    chat_is_blocked(o.user_id, p.user_id) as is_blocked
  from chat_participants o join users ou on ou.id = o.user_id
    left join chat_settings os on os.user_id = o.user_id
  where o.conversation_id = c.id and o.user_id <> p.user_id and o.status not in ('left', 'removed')
  order by o.joined_at, o.user_id limit ${sql.lit(shownPeople)}) other)`;

/** The id of the other person of direct conversation `c`, from participant `p`. */
export const otherUserId = sql`case when c.first_user_id = p.user_id then c.second_user_id else c.first_user_id end`;

/**
 * What decides whether a person can write to another one. Once something is written, it doesn't matter whether they share a
 * space or the recipient follows the sender: `isFirst` says whether nothing is.
 */
export const contactColumns = (
  sender: RawBuilder<unknown>,
  recipient: RawBuilder<unknown>,
  isFirst: RawBuilder<unknown>,
) => sql`
  'is_blocked_by_viewer', exists (select from chat_blocks b where b.user_id = ${sender} and b.blocked_user_id = ${recipient}),
  'has_blocked_viewer', exists (select from chat_blocks b where b.user_id = ${recipient} and b.blocked_user_id = ${sender}),
  'who_can_message', coalesce((select s.who_can_message from chat_settings s where s.user_id = ${recipient}), 'shared_spaces'),
  'shares_space', not ${isFirst} or chat_shares_space(${recipient}, ${sender}),
  'follows_sender', ${isFirst} and exists (select from user_follows f where f.follower_id = ${recipient} and f.following_id = ${sender})`;

/** Whether participant `p` is in their conversation. Who left a group, or was removed, sees nothing of what changes later. */
const isIn = sql`p.status not in ('left', 'removed')`;

/** The name of conversation `c` as participant `p` knows it: after they left, the one that it had then. */
export const knownName = sql`case when ${isIn} then c.name else (select g.system_name from chat_messages g
  where g.conversation_id = c.id and g.seq <= p.left_seq and g.system_type in ('group_created', 'name_changed')
  order by g.seq desc limit 1) end`;

/** A `ConversationRow` from conversation `c` and participant `p`, the viewer. */
export const conversationColumns = sql`c.id, c.is_group, ${knownName} as name,
  case when c.icon_upload_id is not null and ${isIn} then (select ${attachedColumns} from uploads f where f.id = c.icon_upload_id) end as icon,
  c.created_by, c.created_at, c.activity_at, c.last_seq,
  case when ${isIn} then c.participant_count else 0 end as participant_count, c.version, p.status, p.is_admin, p.first_seq,
  p.left_seq, p.left_at, p.last_read_seq, p.is_marked_unread, p.muted_until, p.version as viewer_version,
  case when c.last_seq > p.last_read_seq then ${unreadCount} else 0 end as unread_count,
  coalesce((select s.read_receipts from chat_settings s where s.user_id = p.user_id), true) as viewer_receipts,
  case when ${isIn} then ${others} end as others,
  case when not c.is_group then json_build_object(${contactColumns(sql`p.user_id`, otherUserId, sql`(c.last_seq = 0)`)}) end as contact,
  case when ${isIn} then (select array_agg(b.blocked_user_id) from chat_blocks b where b.user_id = p.user_id and exists (
    select from chat_participants bp where bp.conversation_id = c.id and bp.user_id = b.blocked_user_id)) end as blocked_user_ids,
  ${latestMessageOf(sql`c.id`, sql`p.first_seq`, lastVisible)} as latest,
  (select left(d.content, 200) from message_drafts d
    where d.conversation_id = c.id and d.user_id = p.user_id) as draft_excerpt`;
