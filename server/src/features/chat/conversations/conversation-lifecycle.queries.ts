import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { Contactability, ParticipantStatus } from '../chat.policy.ts';

/**
 * Creates the direct conversation of two people, in which the creator is active and the other person hidden until someone has
 * written. Returns its id; null if it exists.
 */
export async function insertDirectConversation(
  db: Db,
  conversation: { id: string; creator_id: string; other_id: string; created_at: string },
): Promise<string | null> {
  const { id, creator_id, other_id, created_at } = conversation;
  const [first, second] = [creator_id, other_id].toSorted();
  const { rows } = await sql<{ id: string }>`
    with created as (
      insert into chat_conversations
        (id, is_group, created_by, first_user_id, second_user_id, participant_count, activity_at, created_at)
      values (${id}::uuid, false, ${creator_id}::uuid, ${first}::uuid, ${second}::uuid, 2, ${created_at}, ${created_at})
      on conflict (first_user_id, second_user_id) do nothing returning id, created_at
    ), participants as (
      insert into chat_participants (conversation_id, user_id, status, joined_at, active_on)
      select created.id, p.user_id, p.status, created_at, (created_at at time zone 'UTC')::date
      from created, (values (${creator_id}::uuid, 'active'), (${other_id}::uuid, 'hidden')) p (user_id, status)
    )
    select id from created`.execute(db);
  return rows[0]?.id ?? null;
}

/** Creates a group with its admin and the other participants. */
export async function insertGroup(
  db: Db,
  group: {
    id: string;
    name: string;
    icon_upload_id: string | null;
    creator_id: string;
    client_id: string;
    user_ids: string[];
    created_at: string;
  },
): Promise<void> {
  const { created_at: at } = group;
  await sql`
    with created as (
      insert into chat_conversations
        (id, is_group, name, icon_upload_id, created_by, client_id, participant_count, activity_at, created_at)
      values (${group.id}::uuid, true, ${group.name}, ${group.icon_upload_id}::uuid, ${group.creator_id}::uuid,
        ${group.client_id}::uuid, ${group.user_ids.length + 1}, ${at}, ${at}) returning id, created_at
    )
    insert into chat_participants (conversation_id, user_id, is_admin, joined_at, active_on)
    select created.id, p.user_id, p.user_id = ${group.creator_id}::uuid, created_at, (created_at at time zone 'UTC')::date
    from created, unnest(${[group.creator_id, ...group.user_ids]}::uuid[]) p (user_id)`.execute(db);
}

/** Shows a direct conversation to the person who opens it. */
export async function showConversation(db: Db, viewerId: string, conversationId: string): Promise<void> {
  await db
    .updateTable('chat_participants')
    .set((eb) => ({ status: 'active', version: eb('version', '+', 1) }))
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', viewerId)
    .where('status', '=', 'hidden')
    .execute();
}

/** Whether `sender_id` can write to a person, and has exchanged messages with them. */
export interface ContactabilityRow extends Contactability {
  user_id: string;
  has_conversation: boolean;
}

/** Returns for people whether `sender_id` can write to them. Ids of nobody are missing. */
export async function listContactability(
  db: Db,
  senderId: string,
  userIds: string[],
): Promise<ContactabilityRow[]> {
  const { rows } = await sql<ContactabilityRow>`
    select u.id as user_id, coalesce(s.who_can_message, 'shared_spaces') as who_can_message,
      chat_shares_space(u.id, ${senderId}::uuid) as shares_space, chat_is_blocked(u.id, ${senderId}::uuid) as is_blocked,
      exists (select from user_follows f where f.follower_id = u.id and f.following_id = ${senderId}::uuid) as follows_sender,
      exists (select from chat_conversations c where c.first_user_id = least(u.id, ${senderId}::uuid)
        and c.second_user_id = greatest(u.id, ${senderId}::uuid) and c.last_seq > 0) as has_conversation
    from users u left join chat_settings s on s.user_id = u.id where u.id = any(${userIds}::uuid[])`.execute(
    db,
  );
  return rows;
}

/** Returns when a person signed up. */
export async function findSignUpTime(db: Db, userId: string): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select('created_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.created_at as unknown as string;
}

/** Returns the status of each participant of a direct conversation. */
export async function findStatuses(db: Db, conversationId: string): Promise<Map<string, ParticipantStatus>> {
  const rows = await db
    .selectFrom('chat_participants')
    .select(['user_id', 'status'])
    .where('conversation_id', '=', conversationId)
    .execute();
  return new Map(rows.map(({ user_id, status }) => [user_id, status as ParticipantStatus]));
}

/** Sets the status of a participant. Returns whether it had one of `from`. */
export async function updateStatus(
  db: Db,
  participant: { conversation_id: string; user_id: string },
  { from, to }: { from: ParticipantStatus[]; to: ParticipantStatus },
): Promise<boolean> {
  const result = await db
    .updateTable('chat_participants')
    .set((eb) => ({ status: to, version: eb('version', '+', 1) }))
    .where('conversation_id', '=', participant.conversation_id)
    .where('user_id', '=', participant.user_id)
    .where('status', 'in', from)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Raises the version of a conversation after a change that all participants see, and returns it. */
export async function raiseVersion(db: Db, conversationId: string): Promise<number> {
  const { version } = await db
    .updateTable('chat_conversations')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', conversationId)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}
