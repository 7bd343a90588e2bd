import { type RawBuilder, sql } from 'kysely';
import type { MentionedPerson, MessageKind, VoiceShape } from '#contract/features/chat/messages.ts';
import type { SystemMessageType } from '#contract/features/chat/system-message.ts';
import { type AvatarPerson, avatarPerson, type Person } from '#contract/users.ts';
import { kindsGivenBy } from '#server/platform/db/reaction-counts.ts';
import { personJson } from '#server/platform/people/person.queries.ts';
import { type AttachedRow, attachedColumns } from '../../uploads/index.ts';
import { isReadable, systemPeople } from '../conversations/conversation-columns.queries.ts';

/** The message that another one replies to. */
export interface RepliedRow {
  id: string;
  seq: number;
  sender: AvatarPerson;
  kind: MessageKind;
  content: string;
  is_readable: boolean;
  is_deleted: boolean;
  version: number;
}

/** A message with everything that it shows. */
export interface MessageRow {
  id: string;
  conversation_id: string;
  seq: number;
  client_id: string | null;
  sender_id: string;
  sender: Person;
  kind: MessageKind;
  content: string;
  voice: VoiceShape | null;
  attached: AttachedRow[] | null;
  reply_to: RepliedRow | null;
  link_preview: {
    url: string;
    title: string;
    description: string | null;
    site_name: string | null;
    image: AttachedRow | null;
  } | null;
  mentions: MentionedPerson[] | null;
  system_type: SystemMessageType | null;
  system_people: AvatarPerson[] | null;
  system_people_count: number;
  system_name: string | null;
  like_count: number;
  reaction_counts: Record<string, number>;
  /** The emoji that the viewer gave. */
  given: string[] | null;
  created_at: string;
  edited_at: string | null;
  deleted_at: string | null;
  version: number;
}

/** The replied message `rm` as the JSON of a `RepliedRow`, without its text unless it `isRead`. Its sender is `rs`. */
export const repliedJson = (isRead: RawBuilder<unknown>): RawBuilder<RepliedRow> =>
  sql<RepliedRow>`json_build_object('id', rm.id, 'seq', rm.seq, 'sender', ${personJson('rs', avatarPerson)}, 'kind', rm.kind,
  'content', case when ${isRead} then left(rm.content, 1000) else '' end, 'is_readable', coalesce(${isRead}, false),
  'is_deleted', rm.deleted_at is not null, 'version', rm.version)`;

/** Person `mu` as the JSON of a `MentionedPerson`. */
const mentionedJson = sql`json_build_object('id', mu.id, 'username', mu.username, 'full_name', mu.full_name)`;

/**
 * The participants of a conversation with these usernames who may read its message `seq`, as JSON by id; null if there are
 * none. Everybody may read a new message (`seq` null).
 */
export const participantsNamed = (
  conversationId: RawBuilder<unknown>,
  usernames: readonly string[],
  seq: RawBuilder<unknown> | null = null,
): RawBuilder<MentionedPerson[] | null> => sql`(
  select json_agg(${mentionedJson} order by mu.id) from chat_participants mp join users mu on mu.id = mp.user_id
  where mp.conversation_id = ${conversationId} and mp.status not in ('left', 'removed')
    and ${seq ? sql`(mp.first_seq <= ${seq} or mp.earlier_seqs @> ${seq})` : sql`true`}
    and lower(mu.username) = any(${usernames}::text[]))`;

/** The first message that all participants of a conversation may read. */
export const sharedSeq = (conversationId: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  select coalesce(max(s.first_seq), 1) from chat_participants s
  where s.conversation_id = ${conversationId} and s.status not in ('left', 'removed'))`;

/** Whether a reader may read what message `m` replies to: all participants if it is null. */
const isReplyRead = (viewerId: string | null): RawBuilder<unknown> =>
  viewerId === null
    ? sql`rm.seq >= ${sharedSeq(sql`m.conversation_id`)}`
    : sql`(select ${isReadable(sql`rm.seq`)} from chat_participants p
        where p.conversation_id = m.conversation_id and p.user_id = ${viewerId}::uuid)`;

/** The preview of a link as JSON; null without one. */
export const previewOf = (url: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select json_build_object('url', lp.url, 'title', lp.title, 'description', lp.description, 'site_name', lp.site_name,
    'image', (select ${attachedColumns} from uploads f where f.id = lp.image_id))
  from link_previews lp where lp.url = ${url} and lp.title is not null)`;

/** A `MessageRow` from message `m` and its sender `u`. The viewer is null for live events: what all participants may read. */
export const messageColumns = (
  viewerId: string | null,
): RawBuilder<unknown> => sql`m.id, m.conversation_id, m.seq, m.client_id, m.sender_id, ${personJson('u')} as sender,
  m.kind, m.content, m.voice,
  case when m.attachment_count > 0 then (select json_agg(${attachedColumns} order by a.position)
    from chat_attachments a join uploads f on f.id = a.upload_id where a.message_id = m.id) end as attached,
  case when m.reply_to_id is not null then (
    select ${repliedJson(isReplyRead(viewerId))} from chat_messages rm join users rs on rs.id = rm.sender_id where rm.id = m.reply_to_id)
    end as reply_to,
  case when m.link_url is not null then ${previewOf(sql`m.link_url`)} end as link_preview,
  case when m.mentioned_user_ids is not null then (select json_agg(${mentionedJson} order by mu.id)
    from users mu where mu.id = any(m.mentioned_user_ids)) end as mentions,
  m.system_type, case when m.system_user_ids is not null then ${systemPeople('m')} end as system_people,
  coalesce(cardinality(m.system_user_ids), 0) as system_people_count, m.system_name,
  m.like_count, m.reaction_counts,
  case when m.reaction_counts <> '{}' then ${kindsGivenBy(viewerId, sql`m.id`)} end as given,
  m.created_at, m.edited_at, m.deleted_at, m.version`;
