import { type RawBuilder, sql } from 'kysely';
import { type AvatarPerson, avatarPerson } from '#contract/users.ts';
import type { LearnerState } from '#contract/values/learner-states.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import type { Keyset } from '#server/platform/paging/cursor.ts';
import { personJson } from '#server/platform/people/person.queries.ts';
import { folderOfPage, isPagePublished } from '../visible-pages.queries.ts';

/** The course that learners are counted for. */
export interface CountedCourse {
  id: string;
  space_id: string;
  /** The creator, if they may edit it without a role. */
  editor_id: string | null;
}

/** The members `m` who aren't editors of the course. */
const membersOf = ({ space_id, editor_id }: CountedCourse) => sql`space_members m
  where m.space_id = ${space_id}::uuid and m.status = 'active' and m.role = 'member' and m.user_id is distinct from ${editor_id}::uuid`;

/** The completed published pages `d` of the course. */
const completionsOf = ({ id }: CountedCourse) => sql`course_completions d
  join course_pages p on p.id = d.page_id ${folderOfPage}
  where d.course_id = ${id}::uuid and ${isPagePublished}`;

const publishedPages = ({ id }: CountedCourse) => sql`course_pages p ${folderOfPage}
  where p.course_id = ${id}::uuid and ${isPagePublished}`;

export interface StatisticsRow {
  page_count: number;
  member_count: number;
  started_count: number;
  finished_count: number;
  completed_count: number;
  pages: { id: string; title: string; completed_count: number; stopped_count: number }[];
}

/** Returns how the members progress in a course, with its published pages in their order. */
export async function findStatistics(db: Db, course: CountedCourse): Promise<StatisticsRow> {
  const { rows } = await sql<StatisticsRow>`
    with pages as (
      select p.id, p.title, row_number() over
        (order by p.folder_id is not null, f.position, f.id, p.position, p.id) as n
      from ${publishedPages(course)}
    ), totals as (select count(*)::int as page_count from pages),
    done as (
      select d.user_id, d.page_id, count(*) over (partition by d.user_id) as of_user,
        row_number() over (partition by d.user_id order by d.completed_at desc, d.page_id) as latest
      from course_completions d
      where d.course_id = ${course.id}::uuid and d.page_id in (select id from pages)
        and d.user_id in (select m.user_id from ${membersOf(course)})
    ), by_page as (
      select page_id, count(*)::int as completed_count,
        count(*) filter (where latest = 1 and of_user < page_count)::int as stopped_count
      from done, totals group by page_id
    )
    select page_count, (select count(*)::int from ${membersOf(course)}) as member_count,
      (select count(*)::int from done where latest = 1) as started_count,
      (select count(*)::int from done where latest = 1 and of_user >= page_count) as finished_count,
      (select count(*)::int from done) as completed_count,
      coalesce((select json_agg(json_build_object('id', id, 'title', title,
          'completed_count', coalesce(completed_count, 0), 'stopped_count', coalesce(stopped_count, 0)) order by n)
        from pages left join by_page on page_id = id), '[]') as pages
    from totals`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The statistics of a course are missing');
  return row;
}

export interface LearnerRow {
  person: AvatarPerson;
  completed_count: number;
  page_count: number;
  joined_at: string;
  last_completed_at: string | null;
  last_page_id: string | null;
}

export interface LearnersQuery {
  state: LearnerState;
  after: Keyset | null;
  limit: number;
}

const stateOf: Record<LearnerState, RawBuilder<boolean>> = {
  in_progress: sql`completed_count between 1 and page_count - 1`,
  finished: sql`completed_count >= page_count and completed_count > 0`,
  not_started: sql`completed_count = 0`,
};

/** Returns members with their progress: those who have started by their latest completion, the others by when they joined. */
export async function listLearners(
  db: Db,
  course: CountedCourse,
  { state, after, limit }: LearnersQuery,
): Promise<LearnerRow[]> {
  const order = state === 'not_started' ? sql`joined_at` : sql`last_completed_at`;
  const isAfter = after
    ? sql`(${order}, user_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<LearnerRow>`
    with learners as (
      select m.user_id, m.joined_at, coalesce(done.completed_count, 0) as completed_count, done.last_completed_at,
        (select count(*)::int from ${publishedPages(course)}) as page_count
      from (select m.user_id, m.joined_at from ${membersOf(course)}) m
      left join (
        select d.user_id, count(*)::int as completed_count, max(d.completed_at) as last_completed_at
        from ${completionsOf(course)} group by d.user_id
      ) done on done.user_id = m.user_id
    ), shown as (
      select * from learners where ${stateOf[state]} and ${isAfter}
      order by ${order} desc, user_id desc limit ${pageLimit(limit)}
    )
    select ${personJson('u', avatarPerson)} as person, s.completed_count, s.page_count, s.joined_at, s.last_completed_at,
      (select d.page_id from ${completionsOf(course)} and d.user_id = s.user_id
        order by d.completed_at desc, d.page_id limit 1) as last_page_id
    from shown s join users u on u.id = s.user_id
    order by ${state === 'not_started' ? sql`s.joined_at` : sql`s.last_completed_at`} desc, s.user_id desc`.execute(
    db,
  );
  return rows;
}
