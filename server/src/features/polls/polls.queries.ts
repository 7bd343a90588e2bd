import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';

export interface PollRow {
  question: string;
  multiple: boolean;
  closes_at: string | null;
  closed_at: string | null;
  voter_count: number;
  version: number;
  options: { id: string; text: string; vote_count: number }[];
  viewer_option_ids: string[] | null;
  /** The viewer is the author or a moderator. */
  sees_all: boolean;
}

const isoTime = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The poll of a post as one JSON value, for queries over posts `p`; null without a poll. */
export const pollOfPost = (viewer: Viewer | null): RawBuilder<PollRow | null> => sql`
  case when p.post_type = 'poll' then (select json_build_object('question', q.question, 'multiple', q.multiple,
    'closes_at', ${isoTime(sql.ref('q.closes_at'))}, 'closed_at', ${isoTime(sql.ref('q.closed_at'))},
    'voter_count', q.voter_count, 'version', q.version,
    'options', (select json_agg(json_build_object('id', o.id, 'text', o.text, 'vote_count', o.vote_count)
      order by o.position) from poll_options o where o.post_id = q.post_id),
    'viewer_option_ids', (select json_agg(v.option_id order by o.position) from poll_votes v
      join poll_options o on o.id = v.option_id
      where v.post_id = q.post_id and v.user_id = ${viewer?.user_id ?? null}::uuid),
    'sees_all', coalesce(p.user_id = ${viewer?.user_id ?? null}::uuid, false) or exists (
      select 1 from spaces s left join space_members m on m.space_id = s.id
        and m.user_id = ${viewer?.user_id ?? null}::uuid and m.status = 'active'
      where s.id = q.space_id and (s.owner_id = ${viewer?.user_id ?? null}::uuid or m.role in ('owner', 'admin'))))
    from polls q where q.post_id = p.id) end`;

/** Returns the poll of a post, or `{poll: null}` when it has none; null when the post is deleted. */
export async function findPoll(
  db: Db,
  viewer: Viewer | null,
  postId: string,
): Promise<{ poll: PollRow | null } | null> {
  const { rows } = await sql<{ poll: PollRow | null }>`
    select ${pollOfPost(viewer)} as poll from posts p
    where p.id = ${postId}::uuid and p.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Locks a poll until the transaction ends, so that no one can vote; null when the post has none or is deleted. */
export async function findPollForUpdate(db: Db, postId: string) {
  const row = await db
    .selectFrom('polls as q')
    .innerJoin('posts as p', 'p.id', 'q.post_id')
    .select([
      'q.space_id',
      'q.question',
      'q.multiple',
      'q.closes_at',
      'q.closed_at',
      'q.voter_count',
      'q.version',
    ])
    .select([
      'p.user_id',
      'p.category_id',
      // Whether its category has access rules.
      sql<boolean>`exists (select from access_rules ar where ar.item_id = p.category_id)`.as('is_limited'),
    ])
    .where('q.post_id', '=', postId)
    .where('p.deleted_at', 'is', null)
    .forNoKeyUpdate('q')
    .executeTakeFirst();
  return row ?? null;
}

export async function listOptions(db: Db, postId: string): Promise<{ id: string; text: string }[]> {
  return await db
    .selectFrom('poll_options')
    .select(['id', 'text'])
    .where('post_id', '=', postId)
    .orderBy('position')
    .execute();
}

export async function listVotes(db: Db, postId: string, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('poll_votes')
    .select('option_id')
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ option_id }) => option_id);
}

/** Replaces a person's votes and updates the counts. The poll must be locked (`findPollForUpdate`). */
export async function replaceVotes(
  db: Db,
  voter: { post_id: string; user_id: string; space_id: string },
  change: { before: string[]; after: string[]; at: string },
): Promise<void> {
  const { before, after, at } = change;
  const removed = before.filter((id) => !after.includes(id));
  const added = after.filter((id) => !before.includes(id));
  if (removed.length > 0) {
    await db
      .deleteFrom('poll_votes')
      .where('post_id', '=', voter.post_id)
      .where('user_id', '=', voter.user_id)
      .where('option_id', 'in', removed)
      .execute();
  }
  if (added.length > 0) {
    await db
      .insertInto('poll_votes')
      .values(added.map((option_id) => ({ ...voter, option_id, created_at: at })))
      .execute();
  }
  for (const [ids, by] of [
    [removed, -1],
    [added, 1],
  ] as const) {
    if (ids.length === 0) continue;
    await db
      .updateTable('poll_options')
      .set((eb) => ({ vote_count: eb('vote_count', '+', by) }))
      .where('post_id', '=', voter.post_id)
      .where('id', 'in', [...ids])
      .execute();
  }
}

/** Changes a poll's totals or closes it, and raises its version. */
export async function updatePoll(
  db: Db,
  postId: string,
  change: { voters?: number; closed_at?: string },
): Promise<{ voter_count: number; closed_at: string | null; version: number }> {
  return await db
    .updateTable('polls')
    .set((eb) => ({
      voter_count: eb('voter_count', '+', change.voters ?? 0),
      ...(change.closed_at ? { closed_at: change.closed_at } : {}),
      version: eb('version', '+', 1),
    }))
    .where('post_id', '=', postId)
    .returning(['voter_count', 'closed_at', 'version'])
    .executeTakeFirstOrThrow();
}

export async function insertPoll(
  db: Db,
  poll: { post_id: string; space_id: string; question: string; multiple: boolean; closes_at: string | null },
): Promise<void> {
  await db.insertInto('polls').values(poll).execute();
}

export async function insertOptions(
  db: Db,
  options: { id: string; post_id: string; space_id: string; position: number; text: string }[],
): Promise<void> {
  await db.insertInto('poll_options').values(options).execute();
}

/** Deletes the options of a poll without votes. */
export async function deleteOptions(db: Db, postId: string): Promise<void> {
  await db.deleteFrom('poll_options').where('post_id', '=', postId).execute();
}

export async function updatePollText(
  db: Db,
  postId: string,
  poll: { question: string; multiple: boolean; closes_at: string | null },
): Promise<void> {
  await db
    .updateTable('polls')
    .set((eb) => ({ ...poll, version: eb('version', '+', 1) }))
    .where('post_id', '=', postId)
    .execute();
}
