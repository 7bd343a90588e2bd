import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { prepareQuery } from '#server/platform/db/prepare-query.ts';
import type { CourseRow } from '../courses.queries.ts';
import { type CourseViewer, completionsVersion, isEditor, pageCounts } from '../visible-pages.queries.ts';

interface TreeOfCourse {
  course_id: string;
  /** Whether drafts are part of it. */
  has_drafts: boolean;
}

interface CompletionsOf {
  course_id: string;
  user_id: string;
}

export interface TreeFolderRow {
  id: string;
  title: string;
  is_published: boolean;
}

const foldersOfTree = prepareQuery<TreeOfCourse, TreeFolderRow>(
  (_, { course_id, has_drafts }) => sql<TreeFolderRow>`
    select id, title, is_published from course_folders
    where course_id = ${course_id}::uuid and deleted_at is null and (is_published or ${has_drafts}::boolean)
    order by position, id`,
);

/** Returns the folders of a course, in their order. */
export const listTreeFolders = async (db: Db, tree: TreeOfCourse): Promise<TreeFolderRow[]> =>
  await foldersOfTree.run(db, tree);

export interface TreePageRow {
  id: string;
  folder_id: string | null;
  title: string;
  is_published: boolean;
  estimated_duration: number;
  revision: number;
  has_quiz: boolean;
}

/** The pages of a folder: their titles, 36 characters for each id, and 8 digits for each number. */
interface PagesText {
  folder_id: string | null;
  titles: string[];
  ids: string;
  numbers: string;
}

/** Thousands of rows take twice as long. */
const pagesOfTree = prepareQuery<TreeOfCourse, PagesText>(
  (_, { course_id, has_drafts }) => sql<PagesText>`
    select folder_id, json_agg(title order by position, id) as titles, string_agg(id::text, '' order by position, id) as ids,
      encode(string_agg(int4send(estimated_duration) || int4send(revision) || int4send(is_published::int + 2 * has_quiz::int), ''
        order by position, id), 'hex') as numbers
    from course_pages
    where course_id = ${course_id}::uuid and deleted_at is null and (is_published or ${has_drafts}::boolean)
    group by folder_id`,
);

const idLength = 36;
const numberLength = 8;
const timeLength = 16;

function toPageRows({ folder_id, titles, ids, numbers }: PagesText): TreePageRow[] {
  return titles.map((title, index) => {
    const numberAt = (column: number) => {
      const at = (3 * index + column) * numberLength;
      return Number.parseInt(numbers.slice(at, at + numberLength), 16);
    };
    const flags = numberAt(2);
    return {
      id: ids.slice(index * idLength, (index + 1) * idLength),
      folder_id,
      title,
      estimated_duration: numberAt(0),
      revision: numberAt(1),
      is_published: (flags & 1) === 1,
      has_quiz: (flags & 2) === 2,
    };
  });
}

/**
 * Returns the pages of a course, those of each folder together and in their order, also of folders that are deleted or drafts.
 * The folders are unordered.
 */
export const listTreePages = async (db: Db, tree: TreeOfCourse): Promise<TreePageRow[]> =>
  (await pagesOfTree.run(db, tree)).flatMap(toPageRows);

/** What a user has marked as done of a course: 36 characters for each page, and 16 digits for each time. */
interface CompletionsText {
  ids: string | null;
  times: string | null;
  version: string | null;
}

/** Thousands of rows take several times as long. */
const completionsOfUser = prepareQuery<CompletionsOf, CompletionsText>(
  (_, { course_id, user_id }) => sql<CompletionsText>`
    select string_agg(page_id::text, '') as ids, encode(string_agg(timestamptz_send(completed_at), ''), 'hex') as times,
      (select version from course_completion_versions
        where course_id = ${course_id}::uuid and user_id = ${user_id}::uuid) as version
    from course_completions where course_id = ${course_id}::uuid and user_id = ${user_id}::uuid`,
);

/** PostgreSQL counts microseconds from the beginning of 2000. */
const epoch = Date.UTC(2000, 0);

/** A page that a user has marked as done. */
export interface CompletionRow {
  page_id: string;
  /** When, as `toCompletionTime` reads it. */
  time: string;
}

export const toCompletionTime = (time: string): string =>
  new Date(epoch + Number(BigInt(`0x${time}`) / 1000n)).toISOString();

/** Returns what a user has marked as done of a course, unordered, also pages that they don't see anymore, and its version. */
export async function listCompletions(
  db: Db,
  course_id: string,
  user_id: string,
): Promise<{ completions: CompletionRow[]; version: string | null }> {
  const [row] = await completionsOfUser.run(db, { course_id, user_id });
  const { ids = null, times = null, version = null } = row ?? {};
  const completions = Array.from({ length: (ids?.length ?? 0) / idLength }, (_, index) => ({
    page_id: ids?.slice(index * idLength, (index + 1) * idLength) ?? '',
    time: times?.slice(index * timeLength, (index + 1) * timeLength) ?? '',
  }));
  return { completions, version };
}

interface CountsOf extends CourseViewer {
  course_ids: readonly string[];
}

/** The viewer's counts of a course, and what they depend on. */
export type CountsRow = Pick<
  CourseRow,
  'id' | 'can_edit' | 'tree_version' | 'completions_version' | 'page_count' | 'completed_count'
>;

const countsOfCourses = prepareQuery<CountsOf, CountsRow>(
  (_, values) => sql<CountsRow>`
    select c.id, ${isEditor(values)} as can_edit, c.tree_version, ${completionsVersion(values)} as completions_version,
      ${pageCounts(values)}
    from courses c where c.id = any(${values.course_ids}::uuid[])`,
);

/** Returns the viewer's counts of courses, unordered. */
export const listCounts = async (db: Db, of: CountsOf): Promise<CountsRow[]> =>
  await countsOfCourses.run(db, of);
