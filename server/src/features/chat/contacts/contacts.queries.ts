import { sql } from 'kysely';
import type { ChatSettings } from '#contract/features/chat/contacts.ts';
import type { Person } from '#contract/users.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { personJson } from '#server/platform/people/person.queries.ts';
import { contactColumns, lastActiveAt, otherUserId } from '../conversations/conversation-columns.queries.ts';
import type { PersonRow } from '../conversations/conversations.view.ts';

/** A `PersonRow` of user `u`. */
const personColumns = (
  viewerId: string,
) => sql`${personJson('u')} as person, ${lastActiveAt(sql`u.id`)} as last_active_at,
  json_build_object(${contactColumns(sql`${viewerId}::uuid`, sql`u.id`, sql`true`)}) as contact`;

interface SelectedRow {
  person: Person;
  last_active_at: string | null;
  contact: Omit<PersonRow, 'person' | 'last_active_at'>;
}
const toPersonRow = ({ contact, ...row }: SelectedRow): PersonRow => ({ ...row, ...contact });

/** How many of those who follow someone are searched: the latest ones. */
const searchedFollowers = 1000;

/**
 * Finds people whose name or username contains the text: those who share a space or a conversation with the viewer and those whom
 * the viewer follows, then the latest who follow the viewer, so that nobody takes the place of someone whom the viewer knows by
 * following. Of each, names that begin with the text come first, then names with a word that does. Without blocked people.
 */
export async function searchPeople(
  db: Db,
  viewerId: string,
  input: { search: string; limit: number },
): Promise<PersonRow[]> {
  const viewer = sql`${viewerId}::uuid`;
  const text = sql`normalize_search_text(${input.search}::text)`;
  const { rows } = await sql<SelectedRow>`
    with wanted as materialized (select ${text} as text), known as materialized (
      select m.user_id from space_members v join space_members m on m.space_id = v.space_id and m.status = 'active'
        where v.user_id = ${viewer} and v.status = 'active' and strpos(m.search_text, (select text from wanted)) > 0
      union
      select o.user_id from chat_participants v join chat_participants o on o.conversation_id = v.conversation_id
        where v.user_id = ${viewer} and v.status = 'active' and o.status <> 'hidden'
      union
      select f.following_id from user_follows f where f.follower_id = ${viewer}
    ), candidates as (
      select user_id, true as is_known from known
      union all
      (select f.follower_id, false from user_follows f where f.following_id = ${viewer}
        order by f.created_at desc limit ${sql.lit(searchedFollowers)})
    ), found as (
      select u.id, bool_or(c.is_known) as is_known, normalize_search_text(u.full_name) as name
      from candidates c join users u on u.id = c.user_id
      where u.id <> ${viewer} and strpos(normalize_search_text(u.full_name || ' ' || u.username), (select text from wanted)) > 0
        and not chat_is_blocked(u.id, ${viewer})
      group by u.id
    ), ranked as (
      select id, row_number() over (order by is_known desc, case when starts_with(name, (select text from wanted)) then 0
        when strpos(name, ' ' || (select text from wanted)) > 0 then 1 else 2 end, name, id) as position
      from found
    )
    select ${personColumns(viewerId)} from ranked join users u on u.id = ranked.id
    where ranked.position <= ${pageLimit(input.limit)} order by ranked.position`.execute(db);
  return rows.map(toPersonRow);
}

/** Returns the people whose direct conversations with the viewer have the latest messages. */
export async function listRecentContacts(db: Db, viewerId: string, limit: number): Promise<PersonRow[]> {
  const viewer = sql`${viewerId}::uuid`;
  const { rows } = await sql<SelectedRow>`
    with recent as (
      select ${otherUserId} as user_id, c.activity_at
      from chat_participants p join chat_conversations c on c.id = p.conversation_id
      where p.user_id = ${viewer} and p.status = 'active' and not c.is_group and c.last_seq > 0
        and not chat_is_blocked(c.first_user_id, c.second_user_id)
      order by c.activity_at desc, c.id desc limit ${pageLimit(limit)})
    select ${personColumns(viewerId)} from recent join users u on u.id = recent.user_id
    order by recent.activity_at desc, u.id`.execute(db);
  return rows.map(toPersonRow);
}

/** How many members are considered, of each space and of all together: those who were active last. */
const consideredMembers = 50;

/**
 * Returns members of the viewer's spaces whom they can message directly and have no conversation with, those who were active last
 * first. Those who appear offline are the last ones, as if they had never been active.
 */
export async function listSuggestedPeople(db: Db, viewerId: string, limit: number): Promise<PersonRow[]> {
  const viewer = sql`${viewerId}::uuid`;
  const { rows } = await sql<SelectedRow>`
    with considered as materialized (
      select o.user_id, max(o.last_active_at) as active_at
      from space_members v cross join lateral (
        select m.user_id, m.last_active_at from space_members m
        where m.space_id = v.space_id and m.status = 'active'
        order by m.last_active_at desc, m.joined_at desc, m.id desc limit ${sql.lit(consideredMembers)}) o
      where v.user_id = ${viewer} and v.status = 'active' and o.user_id <> ${viewer}
      group by o.user_id order by active_at desc, o.user_id limit ${sql.lit(consideredMembers)}
    ), suggested as (
      select o.user_id, o.active_at from considered o
      where not exists (select from chat_settings s where s.user_id = o.user_id and s.who_can_message = 'nobody')
        and not exists (select from chat_conversations c where c.first_user_id = least(o.user_id, ${viewer})
          and c.second_user_id = greatest(o.user_id, ${viewer}) and c.last_seq > 0)
        and chat_shares_space(o.user_id, ${viewer}) and not chat_is_blocked(o.user_id, ${viewer})
      order by o.active_at desc, o.user_id limit ${pageLimit(limit)}
    )
    select ${personColumns(viewerId)} from suggested join users u on u.id = suggested.user_id
    order by suggested.active_at desc, u.id`.execute(db);
  return rows.map(toPersonRow);
}

/** What connects two people. */
export interface ConnectionRow {
  member_since: string;
  space_icon: string | null;
  space_name: string | null;
  shared_space_count: number;
  shared_space_names: string[];
}

/** Returns what connects the viewer with a person: their spaces, the one that both are in longest first. Null for nobody. */
export async function findConnection(
  db: Db,
  viewerId: string,
  userId: string,
): Promise<ConnectionRow | null> {
  const { rows } = await sql<ConnectionRow>`
    with shared as materialized (
      select s.name, s.icon_image, row_number() over (order by greatest(v.joined_at, o.joined_at), s.id) as position
      from space_members v join space_members o on o.space_id = v.space_id and o.user_id = ${userId}::uuid and o.status = 'active'
        join spaces s on s.id = v.space_id
      where v.user_id = ${viewerId}::uuid and v.status = 'active')
    select u.created_at as member_since,
      (select icon_image from shared where position = 1) as space_icon,
      (select name from shared where position = 1) as space_name,
      (select count(*)::int from shared) as shared_space_count,
      coalesce((select json_agg(name order by position) from shared where position <= 5), '[]'::json) as shared_space_names
    from users u where u.id = ${userId}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** Returns whether there is such a user. */
export async function isUser(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  return row !== undefined;
}

/** Blocks a person. Returns whether they weren't blocked before. */
export async function insertBlock(
  db: Db,
  block: { user_id: string; blocked_user_id: string; created_at: string },
): Promise<boolean> {
  const result = await db
    .insertInto('chat_blocks')
    .values(block)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Unblocks a person. Returns whether they were blocked before. */
export async function deleteBlock(db: Db, userId: string, blockedUserId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('chat_blocks')
    .where('user_id', '=', userId)
    .where('blocked_user_id', '=', blockedUserId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Returns the people that a user has blocked, latest first. */
export async function listBlocked(
  db: Db,
  userId: string,
  input: { after: { at: string; id: string } | null; limit: number },
): Promise<{ person: Person; created_at: string }[]> {
  const after = input.after
    ? sql`and (b.created_at, b.blocked_user_id) < (${input.after.at}::timestamptz, ${input.after.id}::uuid)`
    : sql``;
  const { rows } = await sql<{ person: Person; created_at: string }>`
    select ${personJson('u')} as person, b.created_at
    from chat_blocks b join users u on u.id = b.blocked_user_id
    where b.user_id = ${userId}::uuid ${after}
    order by b.created_at desc, b.blocked_user_id desc limit ${pageLimit(input.limit)}`.execute(db);
  return rows;
}

/** Returns a user's chat settings. */
export async function findSettings(db: Db, userId: string): Promise<ChatSettings> {
  const row = await db
    .selectFrom('chat_settings')
    .select(['who_can_message', 'read_receipts', 'typing_indicators'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return (
    (row as ChatSettings | undefined) ?? {
      who_can_message: 'shared_spaces',
      read_receipts: true,
      typing_indicators: true,
    }
  );
}

/** Changes a user's chat settings. Missing ones stay. */
export async function upsertSettings(
  db: Db,
  userId: string,
  changes: Partial<ChatSettings>,
): Promise<ChatSettings> {
  const row = await db
    .insertInto('chat_settings')
    .values({ user_id: userId, ...changes })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: userId, ...changes }))
    .returning(['who_can_message', 'read_receipts', 'typing_indicators'])
    .executeTakeFirstOrThrow();
  return row as ChatSettings;
}

/** Returns whether members of a space can start conversations with this member. */
export async function isChatEnabled(db: Db, userId: string, spaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('chat_disabled_spaces')
    .select('space_id')
    .where('user_id', '=', userId)
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
  return row === undefined;
}

/** Turns off chat with the members of a space. Returns whether it was on. */
export async function disableChat(db: Db, userId: string, spaceId: string): Promise<boolean> {
  const result = await db
    .insertInto('chat_disabled_spaces')
    .values({ user_id: userId, space_id: spaceId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Turns on chat with the members of a space. Returns whether it was off. */
export async function enableChat(db: Db, userId: string, spaceId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('chat_disabled_spaces')
    .where('user_id', '=', userId)
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
