import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/**
 * Moves up to `limit` entries of the activity log into the monthly totals. Returns the people they belong to and
 * whether more entries may be waiting. Concurrent runs take different entries.
 */
export async function takeActivity(db: Db, limit: number): Promise<{ user_ids: string[]; more: boolean }> {
  const { rows } = await sql<{ user_id: string; entries: number }>`
    with taken as (
      delete from user_activity_log where id in (
        select id from user_activity_log order by id limit ${sql.lit(limit)} for update skip locked)
      returning user_id, points, created_at
    ), by_month as (
      select user_id, date_trunc('month', created_at)::date as month, sum(points) as points
      from taken group by 1, 2 having sum(points) <> 0 order by 1, 2
    ), added as (
      insert into user_activity_monthly (user_id, month, contributions) select user_id, month, points from by_month
      on conflict (user_id, month)
        do update set contributions = user_activity_monthly.contributions + excluded.contributions
    )
    select user_id, count(*)::int as entries from taken group by user_id`.execute(db);
  const entries = rows.reduce((sum, row) => sum + row.entries, 0);
  return { user_ids: rows.map((row) => row.user_id), more: entries === limit };
}

export interface AwardedBadge {
  user_id: string;
  code: string;
  name: string;
}

/** One of the first hundred current members by join date; a member who leaves makes room for another. */
const isEarly = sql`(select count(*) from (select 1 from space_members e
  where e.space_id = m.space_id and e.status = 'active' and (e.joined_at, e.id) < (m.joined_at, m.id) limit 100) before) < 100`;

/** Awards the badges that these people have earned and do not have yet. Returns the new ones. */
export async function insertEarnedBadges(db: Db, userIds: string[], now: string): Promise<AwardedBadge[]> {
  const { rows } = await sql<AwardedBadge>`
    with looked_at as (select unnest(${userIds}::uuid[]) as person_id),
    earned as (
      select person_id, 'first_post' as code from looked_at where exists
        (select from posts p where p.user_id = person_id and p.deleted_at is null and p.post_type <> 'course_page')
      union all select person_id, 'first_comment' from looked_at where exists
        (select from post_comments c where c.user_id = person_id and c.deleted_at is null)
      union all select person_id, 'ten_likes' from looked_at
        where (select sum(points) from member_points mp where mp.user_id = person_id) >= 10
      union all select person_id, 'early_member' from looked_at where exists
        (select from space_members m
          where m.user_id = person_id and m.status = 'active' and m.role <> 'owner' and ${isEarly})
      union all select person_id, 'one_year' from looked_at where exists
        (select from space_members m
          where m.user_id = person_id and m.status = 'active' and m.joined_at <= ${now}::timestamptz - interval '1 year')
      union all select person_id, 'first_course' from looked_at where exists
        (select from course_completions d join courses c on c.id = d.course_id
          join course_pages p on p.id = d.page_id left join course_folders f on f.id = p.folder_id
          where d.user_id = person_id and c.user_id is distinct from person_id
            and c.is_published and c.deleted_at is null and p.is_published and p.deleted_at is null
            and (p.folder_id is null or (f.is_published and f.deleted_at is null))
          group by c.id having count(*) >= c.page_count)
    ), awarded as (
      insert into user_badges (user_id, badge_code, awarded_at)
      select person_id, code, ${now}::timestamptz from earned order by person_id, code
      on conflict (user_id, badge_code) do nothing
      returning user_id, badge_code
    )
    select a.user_id, b.code, b.name from awarded a join badges b on b.code = a.badge_code order by b.position`.execute(
    db,
  );
  return rows;
}

/** Returns the spaces of which these people are active members. */
export async function listMemberSpaces(
  db: Db,
  userIds: string[],
): Promise<{ user_id: string; space_id: string }[]> {
  return await db
    .selectFrom('space_members')
    .select(['user_id', 'space_id'])
    .where('user_id', 'in', userIds)
    .where('status', '=', 'active')
    .execute();
}

/** Queues a badge check for everyone whose first year in a space was completed within the last three days. */
export async function insertAnniversaries(db: Db, now: string): Promise<void> {
  await sql`insert into user_activity_log (user_id, points, created_at)
    select distinct m.user_id, 0, ${now}::timestamptz from space_members m
    where m.status = 'active' and m.joined_at <= ${now}::timestamptz - interval '1 year'
      and m.joined_at > ${now}::timestamptz - interval '1 year 3 days'
      and not exists (select from user_badges b where b.user_id = m.user_id and b.badge_code = 'one_year')`.execute(
    db,
  );
}
