import { sql } from 'kysely';
import type { MentionedPerson, MessageKind } from '#contract/features/chat/messages.ts';
import type { Db } from '#server/platform/db/database.ts';
import { queueLink } from '../../posts/index.ts';
import type { ParticipantStatus } from '../chat.policy.ts';
import {
  type ContactRow,
  contactColumns,
  isReadable,
  otherUserId,
} from '../conversations/conversation-columns.queries.ts';
import { participantsNamed, sharedSeq } from './message-columns.queries.ts';

/** A message that its sender wants to change, in its locked conversation. */
export interface ChangedMessageRow {
  id: string;
  sender_id: string;
  kind: MessageKind;
  content: string;
  attachment_count: number;
  link_url: string | null;
  mentioned_user_ids: string[] | null;
  /** The participants with the given usernames. */
  mentioned: MentionedPerson[] | null;
  created_at: string;
  deleted_at: string | null;
  is_group: boolean;
  /** Of the viewer in its conversation. */
  status: ParticipantStatus;
  /** Null in a group. */
  other_status: ParticipantStatus | null;
  contact: ContactRow | null;
}

/** Returns a message that the viewer may read, deleted or not; null for any other. Its conversation is locked. `usernames` are in a new text. */
export async function findChangedMessage(
  db: Db,
  viewerId: string,
  messageId: string,
  usernames: readonly string[],
): Promise<ChangedMessageRow | null> {
  const { rows } = await sql<ChangedMessageRow>`
    select m.id, m.sender_id, m.kind, m.content, m.attachment_count, m.link_url, m.mentioned_user_ids,
      ${participantsNamed(sql`m.conversation_id`, usernames, sql`m.seq`)} as mentioned, m.created_at, m.deleted_at,
      c.is_group, p.status,
      case when not c.is_group then (select o.status from chat_participants o
        where o.conversation_id = c.id and o.user_id <> p.user_id) end as other_status,
      case when not c.is_group then json_build_object(${contactColumns(sql`p.user_id`, otherUserId, sql`false`)}) end as contact
    from chat_messages m join chat_conversations c on c.id = m.conversation_id
      join chat_participants p on p.conversation_id = m.conversation_id and p.user_id = ${viewerId}::uuid
    where m.id = ${messageId}::uuid and ${isReadable(sql`m.seq`)}`.execute(db);
  return rows[0] ?? null;
}

/** A locked conversation after a change of one of its messages. */
export interface TouchedConversation {
  id: string;
  last_seq: number;
  activity_at: string;
  version: number;
  /** The first message that all participants may read. */
  shared_seq: number;
}

const touchedSharedSeq = sharedSeq(sql`chat_conversations.id`);

const touched = sql`update chat_conversations set version = version + 1
  where id = (select conversation_id from changed) returning id, last_seq, activity_at, version, ${touchedSharedSeq} as shared_seq`;

/** Changes the text and the link of a message, and raises both versions. */
export async function updateMessageText(
  db: Db,
  messageId: string,
  change: {
    content: string;
    link_url: string | null;
    mentioned_user_ids: string[] | null;
    edited_at: string;
  },
): Promise<TouchedConversation | null> {
  const { rows } = await sql<TouchedConversation>`
    with changed as (
      update chat_messages set content = ${change.content}, search_text = normalize_search_text(${change.content}::text),
        link_url = ${change.link_url}, mentioned_user_ids = ${change.mentioned_user_ids}::uuid[], edited_at = ${change.edited_at}::timestamptz, version = version + 1
      where id = ${messageId}::uuid and deleted_at is null returning conversation_id, link_url
    ), queued as (
      ${queueLink(sql`select link_url from changed where link_url is not null`)}
    )
    ${touched}`.execute(db);
  return rows[0] ?? null;
}

/** Sets or removes the link of a message, without marking it as edited. */
export async function updateMessageLink(
  db: Db,
  messageId: string,
  url: string | null,
): Promise<TouchedConversation | null> {
  const { rows } = await sql<TouchedConversation>`
    with changed as (
      update chat_messages set link_url = ${url}, version = version + 1
      where id = ${messageId}::uuid and deleted_at is null returning conversation_id, link_url
    ), queued as (
      ${queueLink(sql`select link_url from changed where link_url is not null`)}
    )
    ${touched}`.execute(db);
  return rows[0] ?? null;
}

/** Deletes the content of a message and its rows of attachments. Returns its uploads. */
export async function markMessageDeleted(
  db: Db,
  messageId: string,
  at: string,
): Promise<(TouchedConversation & { seq: number; message_version: number; upload_ids: string[] }) | null> {
  const { rows } = await sql<
    TouchedConversation & { seq: number; message_version: number; upload_ids: string[] }
  >`
    with changed as (
      update chat_messages set content = '', search_text = '', voice = null, link_url = null, mentioned_user_ids = null, attachment_count = 0,
        deleted_at = ${at}::timestamptz, version = version + 1
      where id = ${messageId}::uuid and deleted_at is null returning id, conversation_id, seq, version
    ), detached as (
      delete from chat_attachments where message_id in (select id from changed) returning upload_id
    ), touched as (${touched})
    select touched.*, changed.seq, changed.version as message_version,
      (select coalesce(array_agg(upload_id), '{}') from detached) as upload_ids
    from touched, changed`.execute(db);
  return rows[0] ?? null;
}

/** Raises the versions of the latest messages that link to a page and are shown, for at most `limit`. */
export async function updateLinkingMessages(
  db: Db,
  url: string,
  limit: number,
): Promise<(TouchedConversation & { message_id: string })[]> {
  const { rows } = await sql<TouchedConversation & { message_id: string }>`
    with latest as (
      select m.id, m.conversation_id from chat_messages m
      where m.link_url = ${url} and m.deleted_at is null order by m.id desc limit ${sql.lit(limit)}
    ), locked as (
      select c.id from chat_conversations c where c.id in (select conversation_id from latest) order by c.id for no key update
    ), changed as (
      update chat_messages m set version = m.version + 1 from latest, locked
      where m.id = latest.id and latest.conversation_id = locked.id returning m.id, m.conversation_id
    ), counted as (
      select conversation_id, count(*)::int as changes from changed group by conversation_id
    ), touched as (
      update chat_conversations set version = version + counted.changes from counted
      where id = counted.conversation_id returning id, last_seq, activity_at, version, counted.changes, ${touchedSharedSeq} as shared_seq
    )
    select touched.id, touched.last_seq, touched.activity_at, touched.shared_seq, changed.id as message_id,
      touched.version - touched.changes + row_number() over (partition by touched.id order by changed.id)::int as version
    from touched join changed on changed.conversation_id = touched.id
    order by touched.id, changed.id`.execute(db);
  return rows;
}
