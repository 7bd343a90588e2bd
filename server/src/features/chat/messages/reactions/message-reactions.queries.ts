import { sql } from 'kysely';
import type { ReactionTotals } from '#contract/values/reactions.ts';
import type { Db } from '#server/platform/db/database.ts';
import { countReaction, type ReactionChange } from '#server/platform/db/reaction-counts.ts';
import type { ParticipantStatus } from '../../chat.policy.ts';
import { isReadable } from '../../conversations/conversation-columns.queries.ts';

/** What decides whether someone can react to a message. */
export interface ReactionRights {
  status: ParticipantStatus;
  is_blocked: boolean;
}

/**
 * Returns what decides whether a user can react to a message; null unless they may read it. With `locks`, their participation is
 * locked until the transaction ends, so that no one reacts after being removed.
 */
export async function findReactionRights(
  db: Db,
  input: { message_id: string; user_id: string; locks: boolean },
): Promise<ReactionRights | null> {
  const { rows } = await sql<ReactionRights>`
    select p.status, not c.is_group and chat_is_blocked(c.first_user_id, c.second_user_id) as is_blocked
    from chat_messages m join chat_conversations c on c.id = m.conversation_id
      join chat_participants p on p.conversation_id = m.conversation_id and p.user_id = ${input.user_id}::uuid
    where m.id = ${input.message_id}::uuid and m.deleted_at is null and m.kind <> 'system'
      and ${isReadable(sql`m.seq`)}
    ${input.locks ? sql`for share of p` : sql``}`.execute(db);
  return rows[0] ?? null;
}

/** A message after a reaction was counted. */
export interface ReactedMessage extends ReactionTotals {
  conversation_id: string;
  seq: number;
  sender_id: string;
  version: number;
}

/** Counts a reaction; null if the message is deleted. */
export async function updateMessageReactions(
  db: Db,
  messageId: string,
  change: Pick<ReactionChange, 'kind' | 'by'>,
): Promise<ReactedMessage | null> {
  const { rows } = await sql<ReactedMessage>`
    update chat_messages set ${countReaction(change)}, version = version + 1
    where id = ${messageId}::uuid and deleted_at is null
    returning conversation_id, seq, sender_id, like_count, reaction_counts, version`.execute(db);
  return rows[0] ?? null;
}
