import { sql } from 'kysely';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import {
  type CourseViewer,
  folderOfPage,
  isCourseSeen,
  isEditor,
  isPageSeen,
} from '../visible-pages.queries.ts';

/** What is searched for, and the items with rules that the viewer doesn't meet. */
interface Wanted {
  text: string;
  locked_ids: string[];
}

const mostResults = 50;
/** Of the courses and of the pages of a space. */
const mostOfSpace = 6;
/** Characters of an excerpt, and how many of them are before the match. */
const [excerptLength, excerptBefore] = [160, 50];
/** Texts are found by their trigrams. */
const shortestInTexts = 3;
/** Of a common text, so many of the newest pages have enough matches: the others aren't read. */
const readAtOnce = 100;

/** A text as search compares it. */
const normalized = (text: string) => sql`normalize_search_text(${text}::text)`;
/** As a pattern that matches what contains it, with what `like` would take for one escaped. Accents alone match nothing. */
const patternOf = (text: string) =>
  sql`'%' || regexp_replace(nullif(${normalized(text)}, ''), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/** The join that `isPageReadable` needs. */
const completionOf = ({ member_id }: CourseViewer) =>
  sql`left join course_completions d on d.page_id = p.id and d.user_id = ${member_id}::uuid`;

/** As a subquery, PostgreSQL looks each id up in a hash table, however many there are. */
const locked = (ids: string[]) => sql`(select unnest(${ids}::uuid[]))`;

/**
 * Whether the viewer can open page `p` in folder `f` of course `c`, and sees it. Editors can open everything, others what isn't locked
 * or part of what is locked, and what they have done.
 */
const isPageReadable = (viewer: CourseViewer, lockedIds: string[]) =>
  sql<boolean>`(${isCourseSeen(viewer)} and ${isPageSeen(viewer)} and (${isEditor(viewer)} or d.page_id is not null
    or not (p.id in ${locked(lockedIds)} or c.id in ${locked(lockedIds)} or coalesce(p.folder_id in ${locked(lockedIds)}, false))))`;

export interface FoundPage {
  page_id: string;
  title: string;
  excerpt: string;
}

/** Returns the pages of a course that contain a text, in any script, ignoring case and accents, in their order. */
export async function findMatchingPages(
  db: Db,
  viewer: CourseViewer,
  courseId: string,
  { text, locked_ids }: Wanted,
): Promise<FoundPage[]> {
  const position = sql`strpos(found.search_text, ${normalized(text)})`;
  const { rows } = await sql<FoundPage>`
    select found.id as page_id, found.title,
      case when ${position} <= ${sql.lit(excerptBefore)} then substr(found.text, 1, ${sql.lit(excerptLength)})
        else '… ' || regexp_replace(substr(found.text, ${position} - ${sql.lit(excerptBefore)}, ${sql.lit(excerptLength)}), '^\\S*\\s', '')
      end as excerpt
    from (
      select p.id, p.title, p.text, p.search_text,
        row_number() over (order by p.folder_id is not null, f.position, f.id, p.position, p.id) as place
      from courses c join course_pages p on p.course_id = c.id ${folderOfPage} ${completionOf(viewer)}
      where c.id = ${courseId}::uuid and ${isPageReadable(viewer, locked_ids)}
        and (p.search_title like ${patternOf(text)} or p.search_text like ${patternOf(text)})
      order by place limit ${pageLimit(mostResults)}) found
    order by found.place`.execute(db);
  return rows;
}

export interface FoundCourse {
  course_id: string;
  title: string;
  slug: string;
}

/** Returns courses of a space whose title contains a text and that the viewer can open, in their order. */
export async function findMatchingCourses(
  db: Db,
  viewer: CourseViewer,
  spaceId: string,
  { text, locked_ids }: Wanted,
): Promise<FoundCourse[]> {
  const { rows } = await sql<FoundCourse>`
    select c.id as course_id, c.title, c.slug from courses c
    where c.space_id = ${spaceId}::uuid and ${isCourseSeen(viewer)}
      and (${isEditor(viewer)} or c.id not in ${locked(locked_ids)})
      and normalize_search_text(c.title) like ${patternOf(text)}
    order by c.position, c.id desc limit ${pageLimit(mostOfSpace)}`.execute(db);
  return rows;
}

export interface FoundSpacePage {
  page_id: string;
  title: string;
  course: FoundCourse;
}

/** Returns pages of a space that contain a text and that the viewer can open: in their title, then only in their text, newest first. */
export async function findMatchingSpacePages(
  db: Db,
  viewer: CourseViewer,
  spaceId: string,
  { text, locked_ids }: Wanted,
): Promise<FoundSpacePage[]> {
  const limit = pageLimit(mostOfSpace);
  const inTitle = sql`p.search_title like ${patternOf(text)}`;
  const inText = sql`p.search_text like ${patternOf(text)} and not ${inTitle}`;
  const newest = sql`select n.id from course_pages n where n.space_id = ${spaceId}::uuid order by n.id desc limit ${pageLimit(readAtOnce)}`;
  const isIn =
    [...text].length < shortestInTexts
      ? [inTitle]
      : [
          inTitle,
          sql`${inText} and p.id = any(array(${newest}))`,
          sql`${inText} and p.id < (select n.id from (${newest}) n order by n.id limit 1)`,
        ];
  const found = isIn.map(
    (condition) => sql`(
      select p.id as page_id, p.title, json_build_object('course_id', c.id, 'title', c.title, 'slug', c.slug) as course
      from course_pages p join courses c on c.id = p.course_id ${folderOfPage} ${completionOf(viewer)}
      where p.space_id = ${spaceId}::uuid and ${condition} and ${isPageReadable(viewer, locked_ids)}
      order by p.id desc limit ${limit})`,
  );
  // Each part is read only if those before it aren't enough.
  const { rows } =
    await sql<FoundSpacePage>`select * from (${sql.join(found, sql` union all `)}) found limit ${limit}`.execute(
      db,
    );
  return rows;
}
