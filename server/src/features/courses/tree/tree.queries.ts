import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { prepareQuery } from '#server/platform/db/prepare-query.ts';

interface TreeOfCourse {
  course_id: string;
  /** Whether drafts are part of it. */
  has_drafts: boolean;
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

const pagesOfTree = prepareQuery<TreeOfCourse, TreePageRow>(
  (_, { course_id, has_drafts }) => sql<TreePageRow>`
    select id, folder_id, title, is_published, estimated_duration, revision, has_quiz from course_pages
    where course_id = ${course_id}::uuid and deleted_at is null and (is_published or ${has_drafts}::boolean)
    order by position, id`,
);

/** Returns the pages of a course, in the order that those of each folder have, also of folders that are deleted or drafts. */
export const listTreePages = async (db: Db, tree: TreeOfCourse): Promise<TreePageRow[]> =>
  await pagesOfTree.run(db, tree);

/** As one value: thousands of rows take several times as long. */
const completionsOfUser = prepareQuery<
  { course_id: string; user_id: string },
  { completions: Record<string, string> }
>(
  (_, { course_id, user_id }) => sql<{ completions: Record<string, string> }>`
    select coalesce(json_object_agg(page_id,
      to_char(completed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), '{}') as completions
    from course_completions where course_id = ${course_id}::uuid and user_id = ${user_id}::uuid`,
);

/** Returns when a user marked pages of a course as done, by the id of the page, also pages that they don't see anymore. */
export async function findCompletions(
  db: Db,
  course_id: string,
  user_id: string,
): Promise<Record<string, string>> {
  const [row] = await completionsOfUser.run(db, { course_id, user_id });
  return row?.completions ?? {};
}
