import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { mayBeUnread } from '../conversations/conversation-columns.queries.ts';

/** A participant, by the order of an index. */
export interface ParticipantKey {
  user_id: string;
  conversation_id: string;
}

/**
 * Marks participants of conversations that were active last before a day, and who have read everything, as caught up. Looks at
 * the next `limit` after a key, and returns the last one of these; null if there are no more. Those who are locked are left for
 * the next time: waiting for them while others are locked could end in a deadlock.
 */
export async function markCaughtUp(
  db: Db,
  input: { before: string; after: ParticipantKey | null; limit: number },
): Promise<ParticipantKey | null> {
  const before = sql`${input.before}::date`;
  const after = input.after
    ? sql`and (p.user_id, p.conversation_id) > (${input.after.user_id}::uuid, ${input.after.conversation_id}::uuid)`
    : sql``;
  const { rows } = await sql<ParticipantKey>`
    with next as materialized (
      select p.user_id, p.conversation_id from chat_participants p where ${mayBeUnread} ${after}
      order by p.user_id, p.conversation_id limit ${sql.lit(input.limit)}
    ), due as materialized (
      select p.user_id, p.conversation_id
      from next join chat_participants p on p.user_id = next.user_id and p.conversation_id = next.conversation_id
        join chat_conversations c on c.id = p.conversation_id
      where ${mayBeUnread} and p.active_on < ${before} and not p.is_marked_unread
        and p.last_read_seq >= coalesce(p.left_seq, c.last_seq)
      for no key update of p skip locked
    ), marked as (
      update chat_participants p set is_caught_up = true from due
      where p.user_id = due.user_id and p.conversation_id = due.conversation_id
    )
    select user_id, conversation_id from next order by user_id desc, conversation_id desc limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}
