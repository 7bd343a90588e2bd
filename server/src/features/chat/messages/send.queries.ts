import { sql } from 'kysely';
import type { MentionedPerson, VoiceShape } from '#contract/features/chat/messages.ts';
import type { Person } from '#contract/users.ts';
import type { CommitWrite } from '#server/platform/db/after-commit.ts';
import type { Db } from '#server/platform/db/database.ts';
import { prepareQuery, prepareVariants } from '#server/platform/db/prepare-query.ts';
import { personJson } from '#server/platform/people/person.queries.ts';
import { queueLink } from '../../posts/index.ts';
import type { ParticipantStatus } from '../chat.policy.ts';
import {
  type ContactRow,
  contactColumns,
  isReadable,
  otherUserId,
} from '../conversations/conversation-columns.queries.ts';
import {
  type MessageRow,
  participantsNamed,
  previewOf,
  type RepliedRow,
  repliedJson,
  sharedSeq,
} from './message-columns.queries.ts';

/** A conversation, locked until the transaction ends. */
export interface LockedConversation {
  id: string;
  is_group: boolean;
  name: string | null;
  icon_upload_id: string | null;
  first_user_id: string | null;
  second_user_id: string | null;
  participant_count: number;
  last_seq: number;
  activity_at: string;
  version: number;
}

const lockedColumns = sql`c.id, c.is_group, c.name, c.icon_upload_id, c.first_user_id, c.second_user_id, c.participant_count,
  c.last_seq, c.activity_at, c.version`;

const locking = prepareQuery(
  (_, input: { conversation_id: string }) => sql<LockedConversation>`
    select ${lockedColumns} from chat_conversations c where c.id = ${input.conversation_id} for no key update`,
);
const lockingWithSender = prepareQuery(
  (_, input: { conversation_id: string; sender_id: string }) => sql<LockedConversation>`
    select ${lockedColumns} from chat_conversations c join chat_participants p on p.conversation_id = c.id
    where c.id = ${input.conversation_id} and p.user_id = ${input.sender_id} for no key update`,
);

/** Locks a conversation: its messages and participants change one after another. Null if there is none. */
export async function lockConversation(db: Db, conversationId: string): Promise<LockedConversation | null> {
  const [row] = await locking.run(db, { conversation_id: conversationId });
  return row ?? null;
}

/** Also locks a person in it: what they read and their drafts there don't change meanwhile. Null if they were never in it. */
export async function lockConversationOf(
  db: Db,
  input: { conversation_id: string; sender_id: string },
): Promise<LockedConversation | null> {
  const [row] = await lockingWithSender.run(db, input);
  return row ?? null;
}

/** What decides whether and how a message is sent, and what it shows. */
export interface SendPreconditions {
  status: ParticipantStatus;
  sender: Person;
  /** The sender signed up then. */
  signed_up_at: string;
  last_read_seq: number;
  /** Whether the sender has a draft with the client id. */
  has_draft: boolean;
  /** Null in a group. */
  other_status: ParticipantStatus | null;
  contact: ContactRow | null;
  /** What was sent with the client id before. */
  earlier: { id: string; request_hash: string } | null;
  /** The message that this one replies to; null if there is none that the sender may read. */
  reply_to: RepliedRow | null;
  /** Of a reply, the first message that all participants may read; 1 for other messages. */
  shared_seq: number;
  /** The participants with the given usernames, by id. */
  mentioned: MentionedPerson[] | null;
  /** The preview of the link, if there is one already. */
  link_preview: MessageRow['link_preview'];
}

interface SendInput {
  conversation_id: string;
  sender_id: string;
  client_id: string;
  reply_to_id: string | null;
  usernames: readonly string[];
  link_url: string | null;
}

/** What a message has. The database prepares to read all of it at each run, even what it then doesn't read. */
interface SendVariant {
  replies: boolean;
  mentions: boolean;
  links: boolean;
}

const preconditions = prepareVariants(({ replies, mentions, links }: SendVariant, input: SendInput) => {
  const replyToId = sql`${input.reply_to_id}::uuid`;
  return sql<SendPreconditions>`
    select p.status, ${personJson('u')} as sender, u.created_at as signed_up_at, p.last_read_seq,
      exists (select from message_drafts d where d.conversation_id = p.conversation_id and d.user_id = p.user_id
        and d.client_id = ${input.client_id}::uuid) as has_draft,
      case when not c.is_group then (select o.status from chat_participants o
        where o.conversation_id = c.id and o.user_id = ${otherUserId}) end as other_status,
      case when not c.is_group then json_build_object(${contactColumns(sql`p.user_id`, otherUserId, sql`(c.last_seq = 0)`)}) end as contact,
      (select json_build_object('id', e.id, 'request_hash', e.request_hash) from chat_messages e
        where e.conversation_id = p.conversation_id and e.sender_id = p.user_id and e.client_id = ${input.client_id}::uuid)
        as earlier,
      ${
        replies
          ? sql`(
        select ${repliedJson(sql`true`)} from chat_messages rm join users rs on rs.id = rm.sender_id
        where rm.id = ${replyToId} and rm.conversation_id = p.conversation_id and ${isReadable(sql`rm.seq`)}
          and rm.deleted_at is null and rm.kind <> 'system')`
          : sql`null`
      } as reply_to,
      ${replies ? sharedSeq(sql`p.conversation_id`) : sql`1`} as shared_seq,
      ${mentions ? participantsNamed(sql`p.conversation_id`, input.usernames) : sql`null`} as mentioned,
      ${links ? previewOf(sql`${input.link_url}::text`) : sql`null`} as link_preview
    from chat_participants p join chat_conversations c on c.id = p.conversation_id join users u on u.id = p.user_id
    where p.conversation_id = ${input.conversation_id}::uuid and p.user_id = ${input.sender_id}::uuid`;
});

/**
 * Returns what decides whether a participant can send a message to a conversation, and what it shows. The conversation and the
 * participant are locked. Null if they were never in it.
 */
export async function loadSendPreconditions(db: Db, input: SendInput): Promise<SendPreconditions | null> {
  const { reply_to_id, usernames, link_url } = input;
  const variant = { replies: reply_to_id !== null, mentions: usernames.length > 0, links: link_url !== null };
  const [row] = await preconditions.run(db, variant, input);
  return row ?? null;
}

/** A message to insert. */
export interface NewMessageRow {
  id: string;
  conversation_id: string;
  sender_id: string;
  client_id: string | null;
  request_hash: string | null;
  kind: 'text' | 'voice' | 'system';
  content: string;
  voice: VoiceShape | null;
  upload_ids: string[];
  reply_to_id: string | null;
  link_url: string | null;
  mentioned_user_ids: string[] | null;
  system_type: string | null;
  system_user_ids: string[] | null;
  system_name: string | null;
  created_at: string;
}

/** Seconds after which it's looked who hasn't read a message. */
const fanOutDelay = 5;

/** A message with the new status of the other person of a direct conversation; null leaves it. */
interface Insertion extends NewMessageRow {
  other_status: ParticipantStatus | null;
}

type InsertionValues = Omit<Insertion, 'voice'> & { voice: string | null };

/** Inserts the files of a message, and queues the preview of its link. */
const extras = (row: InsertionValues) => sql`, attached as (
      insert into chat_attachments (message_id, position, upload_id)
      select message.id, u.position, u.id from message, unnest(${row.upload_ids}::uuid[]) with ordinality u (id, position)
    ), queued as (
      ${queueLink(sql`select link_url from message where link_url is not null`)}
    )`;

const toInsertion = (withExtras: boolean) =>
  prepareQuery(
    (_, row: InsertionValues) => sql<{ seq: number; version: number }>`
    with conversation as (
      update chat_conversations set last_seq = last_seq + 1, activity_at = greatest(activity_at, ${row.created_at}::timestamptz),
        version = version + 1
      where id = ${row.conversation_id}::uuid returning id, last_seq, activity_at, version
    ), message as (
      insert into chat_messages (id, conversation_id, seq, sender_id, client_id, request_hash, kind, content, search_text, voice,
        attachment_count, reply_to_id, link_url, mentioned_user_ids, system_type, system_user_ids, system_name, created_at)
      select ${row.id}::uuid, id, last_seq, ${row.sender_id}::uuid, ${row.client_id}::uuid, ${row.request_hash}::text,
        ${row.kind}::text, ${row.content}::text, normalize_search_text(${row.content}::text), ${row.voice}::jsonb,
        cardinality(${row.upload_ids}::uuid[]), ${row.reply_to_id}::uuid, ${row.link_url}::text,
        ${row.mentioned_user_ids}::uuid[], ${row.system_type}::text, ${row.system_user_ids}::uuid[], ${row.system_name}::text,
        activity_at
      from conversation returning *
    ), participant as (
      update chat_participants p set
        last_read_seq = case when p.user_id = message.sender_id and p.last_read_seq >= message.seq - 1
          then message.seq else p.last_read_seq end,
        is_marked_unread = p.is_marked_unread and p.user_id <> message.sender_id, is_caught_up = false,
        status = case when p.user_id <> message.sender_id then coalesce(${row.other_status}::text, p.status)
          when p.status = 'hidden' then 'active' else p.status end,
        version = p.version + (p.user_id = message.sender_id or ${row.other_status}::text is not null)::int,
        joined_at = case when p.status = 'hidden' and p.user_id <> message.sender_id then message.created_at else p.joined_at end,
        active_on = (message.created_at at time zone 'UTC')::date
      from message
      where p.conversation_id = message.conversation_id and p.status not in ('left', 'removed')
        and (p.user_id = message.sender_id or ${row.other_status}::text is not null
          or p.active_on < (message.created_at at time zone 'UTC')::date)
    )${withExtras ? extras(row) : sql``}, fanned_out as (
      insert into chat_message_fanouts (conversation_id, due_at)
      select conversation_id, created_at + ${sql.lit(`${fanOutDelay} seconds`)}::interval from message where kind <> 'system'
      on conflict (conversation_id) do update set due_at = excluded.due_at where false
    )
    select last_seq as seq, version from conversation`,
  );
const plainInsertion = toInsertion(false);
const fullInsertion = toInsertion(true);
const insertionOf = ({ upload_ids, link_url }: Insertion) =>
  upload_ids.length === 0 && link_url === null ? plainInsertion : fullInsertion;
const toValues = ({ voice, ...row }: Insertion): InsertionValues => ({
  ...row,
  voice: voice && JSON.stringify(voice),
});

/**
 * Inserts a message with the next number of its locked conversation, and everything that goes with it, in one statement. A
 * sender who had read everything before has also read it. With the first message of a day, the conversation moves up in the
 * lists of all participants. Returns its number and the new version of the conversation.
 */
export async function insertMessage(db: Db, row: Insertion): Promise<{ seq: number; version: number }> {
  const [inserted] = await insertionOf(row).run(db, toValues(row));
  if (!inserted) throw new Error('The conversation of a message is not there');
  return inserted;
}

/** Does the same when the transaction commits, for a sender who knows the result. */
export const insertMessageAtCommit: CommitWrite<Insertion> = (tx, [row, ...others]) => {
  if (!row || others.length > 0) throw new Error('A transaction sends one message');
  return insertionOf(row).compile(tx, toValues(row));
};

/** Returns up to where a participant has read. */
export async function findLastReadSeq(db: Db, conversationId: string, userId: string): Promise<number> {
  const row = await db
    .selectFrom('chat_participants')
    .select('last_read_seq')
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.last_read_seq ?? 0;
}
