import { sql } from 'kysely';
import { type AvatarPerson, avatarPerson } from '#contract/users.ts';
import { type Database, type Db, pageLimit } from '#server/platform/db/database.ts';
import { personJson } from '#server/platform/people/person.queries.ts';
import { isReadable, knownName, otherUserId } from '../conversations/conversation-columns.queries.ts';

/** A message that contains a text. */
export interface FoundMessage {
  id: string;
  conversation_id: string;
  conversation_name: string;
  is_group: boolean;
  seq: number;
  sender: AvatarPerson;
  /** The text around the first match. */
  content: string;
  created_at: string;
}

export interface MessageSearch {
  search: string;
  conversation_id?: string | undefined;
  sender_id?: string | undefined;
  has?: 'image' | 'file' | 'link' | undefined;
  /** Returns messages that are older than this one. */
  before_id: string | null;
  limit: number;
}

const hasAttachment = (condition: ReturnType<typeof sql>) => sql`exists (
  select from chat_attachments a join uploads f on f.id = a.upload_id where a.message_id = m.id and ${condition})`;

const conditions = {
  image: hasAttachment(sql`f.storage_key is null`),
  file: hasAttachment(sql`f.storage_key is not null`),
  link: sql`m.content ~* 'https?://'`,
};

/** Characters before and after a match that are shown. */
const context = 80;

/** Returns a text as search compares it, with what `like` would take for a pattern escaped. */
async function toPattern(db: Db, search: string): Promise<{ text: string; pattern: string }> {
  const { rows } = await sql<{ text: string }>`select normalize_search_text(${search}::text) as text`.execute(
    db,
  );
  const text = rows[0]?.text ?? '';
  return { text, pattern: `%${text.replace(/[\\%_]/g, '\\$&')}%` };
}

/** Two letters or digits that belong to words in every locale of a database: trigrams of others depend on it. */
const wordStart = /^[a-z0-9]{2}$/;

/**
 * Returns messages that the viewer may read and that contain a text, in any script, ignoring case and accents; latest first.
 * Ids of messages rise with time. The statement is planned for each text: rare ones are found by their trigrams, common ones by
 * reading the latest messages. Two Latin letters or digits have trigrams only as the start of a word (with the spaces before it),
 * so they find words that begin with them. Two other signs find every occurrence, which may read all messages.
 */
export async function searchMessages(
  db: Database,
  viewerId: string,
  input: MessageSearch,
): Promise<FoundMessage[]> {
  const { conversation_id, sender_id, has, before_id } = input;
  const { text, pattern } = await toPattern(db, input.search);
  // Accents alone would match everything.
  if (text === '') return [];
  const isStart = wordStart.test(text);
  const startsWord = isStart ? sql`and ${text}::text <% m.search_text` : sql``;
  const position = isStart
    ? sql`coalesce(nullif(strpos(' ' || found.search_text, ' ' || ${text}::text), 0), strpos(found.search_text, ${text}::text))`
    : sql`strpos(found.search_text, ${text}::text)`;
  const inConversation = conversation_id ? sql`and m.conversation_id = ${conversation_id}::uuid` : sql``;
  const bySender = sender_id ? sql`and m.sender_id = ${sender_id}::uuid and m.kind <> 'system'` : sql``;
  const withPart = has ? sql`and ${conditions[has]}` : sql``;
  const before = before_id ? sql`and m.id < ${before_id}::uuid` : sql``;
  const found = sql<FoundMessage>`
    with found as materialized (
      select m.id, m.conversation_id, m.seq, m.sender_id, m.content, m.search_text, m.created_at
      from chat_messages m
        join chat_participants p on p.conversation_id = m.conversation_id and p.user_id = ${viewerId}::uuid
      where m.search_text like ${pattern} ${startsWord} and m.deleted_at is null
        and ${isReadable(sql`m.seq`)} and p.status not in ('request', 'declined')
        ${inConversation} ${bySender} ${withPart} ${before}
      order by m.id desc limit ${pageLimit(input.limit)})
    select found.id, found.conversation_id, c.is_group, found.seq, ${personJson('u', avatarPerson)} as sender, found.created_at,
      coalesce(case when c.is_group then ${knownName} else (select o.full_name from users o where o.id = ${otherUserId}) end, '')
        as conversation_name,
      substr(found.content, greatest(1, ${position} - ${sql.lit(context)}),
        ${sql.lit(2 * context)} + char_length(${text}::text)) as content
    from found join users u on u.id = found.sender_id join chat_conversations c on c.id = found.conversation_id
      join chat_participants p on p.conversation_id = c.id and p.user_id = ${viewerId}::uuid
    order by found.id desc`;
  return await db.transaction().execute(async (tx) => {
    // Two of the three trigrams of two letters are those of the start of a word.
    await sql`select set_config('plan_cache_mode', 'force_custom_plan', true),
      set_config('pg_trgm.word_similarity_threshold', '0.6', true)`.execute(tx);
    return (await found.execute(tx)).rows;
  });
}
