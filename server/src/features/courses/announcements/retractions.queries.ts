import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/database.ts';

/** What isn't shown anymore: a course, or a page of it. */
export interface Retraction {
  target_id: string;
  course_id: string;
  space_id: string;
}

/** Queues deleting the notifications of a course, or of pages of it, if members were notified of them. */
export async function insertRetractions(
  tx: Tx,
  { course_id, page_ids, at }: { course_id: string; page_ids: string[] | null; at: string },
): Promise<void> {
  const announced =
    page_ids === null
      ? sql`select c.id, c.id as course_id, c.space_id from courses c where c.id = ${course_id}::uuid
          and (c.announced_at is not null
            or exists (select from course_pages p where p.course_id = c.id and p.announced_at is not null))`
      : sql`select p.id, p.course_id, p.space_id from course_pages p
          where p.course_id = ${course_id}::uuid and p.id = any(${page_ids}::uuid[]) and p.announced_at is not null`;
  await sql`
    insert into course_retractions (target_id, course_id, space_id, created_at)
    select announced.*, ${at}::timestamptz from (${announced}) announced on conflict do nothing`.execute(tx);
}

/** Returns what has waited longest, ignoring `skipped`. */
export async function findNextRetraction(db: Db, skipped: string[]): Promise<Retraction | null> {
  const { rows } = await sql<Retraction>`
    select target_id, course_id, space_id from course_retractions where target_id <> all(${skipped}::uuid[])
    order by created_at, target_id limit 1`.execute(db);
  return rows[0] ?? null;
}

/**
 * Locks a retraction, after its course. Returns whether its target still isn't shown; null if the retraction is done. Another worker
 * waits.
 */
export async function lockRetraction(
  tx: Tx,
  { target_id, course_id }: Retraction,
): Promise<{ is_hidden: boolean } | null> {
  await sql`select from courses where id = ${course_id}::uuid for share`.execute(tx);
  const { rows } = await sql<{ is_hidden: boolean }>`
    select not is_course_shown(course_id, nullif(target_id, course_id)) as is_hidden
    from course_retractions where target_id = ${target_id}::uuid for update`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Returns the `since` of notifications of several new pages of a course, none of which is shown anymore; null if there are none. Their
 * pages are those of which members were notified from then on until the next such notification.
 */
export async function findHiddenSeveral(tx: Tx, courseId: string): Promise<string | null> {
  // Each `since` is looked up in the index: there is a row of it for each member.
  const about = sql`n.target_id = ${courseId}::uuid and n.type = 'new_pages'`;
  const since = sql`(n.params ->> 'since')`;
  const tables = [sql.table('notifications'), sql.table('notification_broadcasts')];
  const next = (after: RawBuilder<unknown>) =>
    sql`least(${sql.join(
      tables.map(
        (table) =>
          sql`(select ${since} from ${table} n where ${about} and ${since} > ${after} order by ${since} limit 1)`,
      ),
    )})`;
  const isSeveral = sql.join(
    tables.map(
      (table) =>
        // With a limit, it isn't answered by reading all rows once.
        sql`(select true from ${table} n where ${about} and ${since} = s.since and n.post_id is null limit 1) is not null`,
    ),
    sql` or `,
  );
  const { rows } = await sql<{ since: string }>`
    with recursive listed (since) as (
      select ${next(sql`''`)}
      union all select ${next(sql`l.since`)} from listed l where l.since is not null),
    spans as (
      select since, since::timestamptz as starts_at, lead(since::timestamptz) over (order by since) as ends_at
      from listed where since is not null)
    select s.since from spans s where (${isSeveral}) and not exists (
      select from course_pages p where p.course_id = ${courseId}::uuid and p.announced_at >= s.starts_at
        and (s.ends_at is null or p.announced_at < s.ends_at) and is_course_shown(p.course_id, p.id))
    limit 1`.execute(tx);
  return rows[0]?.since ?? null;
}

export async function deleteRetraction(tx: Tx, targetId: string): Promise<void> {
  await tx.deleteFrom('course_retractions').where('target_id', '=', targetId).execute();
}
