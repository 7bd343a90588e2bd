import { sql } from 'kysely';
import type { Person } from '#contract/users.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { personJson } from '#server/platform/people/person.queries.ts';
import type { ParticipantStatus } from '../chat.policy.ts';
import { lastActiveAt } from '../conversations/conversation-columns.queries.ts';

/** A participant of a locked conversation. */
export interface GroupMemberRow {
  user_id: string;
  status: ParticipantStatus;
  is_admin: boolean;
  left_at: string | null;
}

/** Returns those of these people who are or were in a conversation. */
export async function listGroupMembers(
  db: Db,
  conversationId: string,
  userIds: string[],
): Promise<GroupMemberRow[]> {
  const rows = await db
    .selectFrom('chat_participants')
    .select(['user_id', 'status', 'is_admin', 'left_at'])
    .where('conversation_id', '=', conversationId)
    .where('user_id', 'in', userIds)
    .execute();
  return rows as GroupMemberRow[];
}

/**
 * Adds people to a group, also those who were in it before. They see what is written from now on, and what was written during
 * earlier stays. Returns those who weren't in it.
 */
export async function insertParticipants(
  db: Db,
  input: { conversation_id: string; user_ids: string[]; first_seq: number; at: string },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    insert into chat_participants (conversation_id, user_id, joined_at, first_seq, last_read_seq, active_on)
    select ${input.conversation_id}::uuid, id, ${input.at}::timestamptz, ${input.first_seq}::int, ${input.first_seq}::int - 1,
      (${input.at}::timestamptz at time zone 'UTC')::date
    from unnest(${input.user_ids}::uuid[]) id
    on conflict (conversation_id, user_id) do update set status = 'active', is_admin = false, joined_at = excluded.joined_at,
      earlier_seqs = chat_participants.earlier_seqs
        + int4multirange(int4range(chat_participants.first_seq, chat_participants.left_seq, '[]')),
      first_seq = excluded.first_seq, last_read_seq = excluded.last_read_seq, left_seq = null, left_at = null,
      is_marked_unread = false, is_caught_up = false, active_on = excluded.active_on, version = chat_participants.version + 1
    where chat_participants.status in ('left', 'removed')
    returning user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Ends the participation of someone, who can read up to `left_seq` from then on. */
export async function endParticipation(
  db: Db,
  input: {
    conversation_id: string;
    user_id: string;
    status: 'left' | 'removed';
    left_seq: number;
    at: string;
  },
): Promise<void> {
  await sql`
    update chat_participants set status = ${input.status}, left_seq = ${input.left_seq}::int, left_at = ${input.at}::timestamptz,
      is_admin = false, active_on = (${input.at}::timestamptz at time zone 'UTC')::date, version = version + 1
    where conversation_id = ${input.conversation_id}::uuid and user_id = ${input.user_id}::uuid`.execute(db);
}

export async function updateAdmin(
  db: Db,
  participant: { conversation_id: string; user_id: string },
  isAdmin: boolean,
): Promise<void> {
  await db
    .updateTable('chat_participants')
    .set({ is_admin: isAdmin })
    .where('conversation_id', '=', participant.conversation_id)
    .where('user_id', '=', participant.user_id)
    .execute();
}

/** Returns how many admins a group has, and the participant who was added first and isn't one. */
export async function findAdmins(
  db: Db,
  conversationId: string,
): Promise<{ count: number; next: string | null }> {
  const { rows } = await sql<{ count: number; next: string | null }>`
    select count(*) filter (where is_admin)::int as count,
      (array_agg(user_id order by joined_at, user_id) filter (where not is_admin))[1] as next
    from chat_participants where conversation_id = ${conversationId}::uuid and status = 'active'`.execute(db);
  return rows[0] ?? { count: 0, next: null };
}

/** Changes the name, the icon and the number of participants of a group; what is missing stays. Returns the new version. */
export async function updateGroupRow(
  db: Db,
  conversationId: string,
  changes: { name?: string; icon_upload_id?: string | null; participants?: number },
): Promise<number> {
  const { participants = 0, ...columns } = changes;
  const { version } = await db
    .updateTable('chat_conversations')
    .set((eb) => ({
      ...columns,
      participant_count: eb('participant_count', '+', participants),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', conversationId)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** A participant as the list of all shows them. */
export interface ParticipantRow {
  person: Person;
  is_admin: boolean;
  joined_at: string;
  last_active_at: string | null;
  /** Whether one blocked the other, or a message request of them hasn't been accepted. */
  hides_presence: boolean;
}

/** Returns participants: admins first, then by when they were added. */
export async function listParticipants(
  db: Db,
  viewerId: string,
  conversationId: string,
  input: { search: string; after: { at: string; id: string } | null; limit: number },
): Promise<ParticipantRow[]> {
  const position = sql`(case when p.is_admin then '0' else '1' end
    || to_char(p.joined_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
  const after = input.after
    ? sql`and (${position}, p.user_id) > (${input.after.at}, ${input.after.id}::uuid)`
    : sql``;
  const text = input.search.replace(/[\\%_]/g, '\\$&');
  const named =
    text === ''
      ? sql``
      : sql`and (u.full_name ilike ${`${text}%`} or u.full_name ilike ${`% ${text}%`} or u.username ilike ${`${text}%`})`;
  const { rows } = await sql<ParticipantRow>`
    select ${personJson('u')} as person, p.is_admin, p.joined_at, ${lastActiveAt(sql`p.user_id`)} as last_active_at,
      chat_is_blocked(p.user_id, ${viewerId}::uuid) or not c.is_group and exists (
        select from chat_participants q where q.conversation_id = c.id and q.status <> 'active') as hides_presence
    from chat_participants p join users u on u.id = p.user_id join chat_conversations c on c.id = p.conversation_id
    where p.conversation_id = ${conversationId}::uuid and p.status not in ('left', 'removed') ${named} ${after}
    order by ${position}, p.user_id limit ${pageLimit(input.limit)}`.execute(db);
  return rows;
}
