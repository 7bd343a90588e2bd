import { type RawBuilder, sql } from 'kysely';
import type { AccessSettings } from '#contract/features/access/access.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { prepareQuery } from '#server/platform/db/prepare-query.ts';
import { isUuid } from '#server/platform/paging/cursor.ts';
import { accessJson } from '../access/index.ts';
import { type AttachedRow, attachedColumns, type UploadRow } from '../uploads/index.ts';
import type { Placed } from './positions.ts';
import {
  type CourseViewer,
  completionsVersion,
  folderOfPage,
  isCourseSeen,
  isEditor,
  isPagePublished,
  isPageSeen,
  pageCounts,
} from './visible-pages.queries.ts';

/** A course with the viewer's counts. */
export interface CourseRow {
  id: string;
  space_id: string;
  short_id: string;
  slug: string;
  title: string;
  description: string;
  is_published: boolean;
  video_done_percent: number;
  comments_enabled: boolean;
  user_id: string;
  /** The creator, if they may edit it without a role. */
  editor_id: string | null;
  position: number;
  /** Of its folders, pages and rules. */
  tree_version: string;
  /** Of what the viewer has marked as done of it; null if they never have. */
  completions_version: string | null;
  created_at: string;
  updated_at: string;
  cover: UploadRow | null;
  page_count: number;
  completed_count: number;
  can_edit: boolean;
  /** Its rules, also if the viewer may not know them; null without any. */
  access: AccessSettings | null;
}

const courseFields = (viewer: CourseViewer) => sql`
  c.id, c.space_id, c.short_id, c.slug, c.title, c.description, c.is_published, c.video_done_percent, c.comments_enabled, c.user_id,
  c.editor_id, c.position, c.tree_version, ${completionsVersion(viewer)} as completions_version, c.created_at, c.updated_at, (select ${attachedColumns} from uploads f where f.id = c.cover_upload_id) as cover,
  ${isEditor(viewer)} as can_edit, ${accessJson(sql`c.id`)} as access`;
const courseColumns = (viewer: CourseViewer) => sql`${courseFields(viewer)}, ${pageCounts(viewer)}`;
const uncountedColumns = (viewer: CourseViewer) => sql`${courseFields(viewer)}, c.page_count`;

/** A course without the viewer's counts. It says how many pages everyone sees. */
export type UncountedCourse = Omit<CourseRow, 'completed_count'>;

/** One row more than a page of the list. */
export const listLimit = 51;

const coursesOfSpace = prepareQuery<
  CourseViewer & { space_id: string; after_position: number; after_id: string },
  UncountedCourse
>(
  (_, values) => sql<UncountedCourse>`
    select ${uncountedColumns(values)} from courses c
    where c.space_id = ${values.space_id}::uuid and ${isCourseSeen(values)}
      and c.position >= ${values.after_position}::float8
      and (c.position > ${values.after_position}::float8 or c.id < ${values.after_id}::uuid)
    order by c.position, c.id desc limit ${pageLimit(listLimit)}`,
);

/** Returns the courses of a space that the viewer sees, in their order, after the one at the end of the previous page, without counting their pages. */
export async function listCourses(
  db: Db,
  viewer: CourseViewer,
  spaceId: string,
  after: { position: number; id: string } | null,
): Promise<UncountedCourse[]> {
  return await coursesOfSpace.run(db, {
    ...viewer,
    space_id: spaceId,
    after_position: after?.position ?? -Infinity,
    after_id: after?.id ?? '00000000-0000-0000-0000-000000000000',
  });
}

type CourseReference = CourseViewer & { space_id: string; id: string | null; reference: string };

/** The course `c` of a space that the viewer sees, by its id, else its short id, else its slug. */
const byReference = (values: CourseReference) => sql`
  from courses c
  where c.space_id = ${values.space_id}::uuid and ${isCourseSeen(values)}
    and (c.id = ${values.id}::uuid or c.short_id = ${values.reference} or c.slug = ${values.reference})
  order by coalesce(c.id = ${values.id}::uuid, false) desc, c.short_id = ${values.reference} desc limit 1`;
const toReference = (viewer: CourseViewer, space_id: string, reference: string): CourseReference => ({
  ...viewer,
  space_id,
  id: isUuid(reference.toLowerCase()) ? reference.toLowerCase() : null,
  reference,
});

const courseByReference = prepareQuery<CourseReference, CourseRow>(
  (_, values) => sql<CourseRow>`select ${courseColumns(values)} ${byReference(values)}`,
);

/** Returns the course of a space that the viewer sees, by its id, else its short id, else its slug; null without one. */
export async function findCourse(
  db: Db,
  viewer: CourseViewer,
  spaceId: string,
  reference: string,
): Promise<CourseRow | null> {
  const [row] = await courseByReference.run(db, toReference(viewer, spaceId, reference));
  return row ?? null;
}

const uncountedByReference = prepareQuery<CourseReference, UncountedCourse>(
  (_, values) => sql<UncountedCourse>`select ${uncountedColumns(values)} ${byReference(values)}`,
);

/** Returns a course as `findCourse`, without counting its pages. */
export async function findUncountedCourse(
  db: Db,
  viewer: CourseViewer,
  spaceId: string,
  reference: string,
): Promise<UncountedCourse | null> {
  const [row] = await uncountedByReference.run(db, toReference(viewer, spaceId, reference));
  return row ?? null;
}

export interface FolderRow {
  id: string;
  title: string;
  is_published: boolean;
  /** Its rules, also if the viewer may not know them; null without any. */
  access: AccessSettings | null;
}

export interface PageSummaryRow {
  id: string;
  folder_id: string | null;
  title: string;
  is_published: boolean;
  estimated_duration: number;
  revision: number;
  has_quiz: boolean;
  completed_at: string | null;
  /** Its own rules, also if the viewer may not know them; null without any. */
  access: AccessSettings | null;
}

const pageSummaryColumns = ({ member_id }: CourseViewer) => sql`
  p.id, p.folder_id, p.title, p.is_published, p.estimated_duration, p.revision, p.has_quiz,
  (select d.completed_at from course_completions d
    where d.page_id = p.id and d.user_id = ${member_id}::uuid) as completed_at, ${accessJson(sql`p.id`)} as access`;

export interface PageRow extends PageSummaryRow {
  course_id: string;
  space_id: string;
  content: string;
  /** Null if it names none. */
  files: AttachedRow[] | null;
  can_edit: boolean;
  /** Whether members can talk below it. */
  comments_enabled: boolean;
  /** The rules of what it is part of. */
  course_access: AccessSettings | null;
  folder_access: AccessSettings | null;
  created_at: string;
  updated_at: string;
}

const pageById = prepareQuery<CourseViewer & { page_id: string }, PageRow>(
  (_, values) => sql<PageRow>`
    select ${pageSummaryColumns(values)}, p.course_id, p.space_id, p.content, p.created_at, p.updated_at,
      (select json_agg(${attachedColumns} order by f.id) from course_page_uploads i join uploads f on f.id = i.upload_id
        where i.page_id = p.id and i.last_revision is null and f.purpose = 'course_file') as files,
      ${isEditor(values)} as can_edit, c.comments_enabled, ${accessJson(sql`c.id`)} as course_access, ${accessJson(sql`f.id`)} as folder_access
    from course_pages p join courses c on c.id = p.course_id ${folderOfPage}
    where p.id = ${values.page_id}::uuid and ${isCourseSeen(values)} and ${isPageSeen(values)}`,
);

/** Returns a page that the viewer sees; null without one. */
export async function findPage(db: Db, viewer: CourseViewer, pageId: string): Promise<PageRow | null> {
  const [row] = await pageById.run(db, { ...viewer, page_id: pageId });
  return row ?? null;
}

/** Returns the viewer's counts of the course of a page. */
export async function findCounts(
  db: Db,
  viewer: CourseViewer,
  courseId: string,
): Promise<Pick<CourseRow, 'page_count' | 'completed_count'> | null> {
  const { rows } = await sql<Pick<CourseRow, 'page_count' | 'completed_count'>>`
    select ${pageCounts(viewer)} from courses c where c.id = ${courseId}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** What a write is about. */
export type CourseTarget = { course_id: string } | { folder_id: string } | { page_id: string };

export interface LockedCourse {
  id: string;
  space_id: string;
  /** The creator, if they may edit it without a role. */
  editor_id: string | null;
  title: string;
  description: string;
  cover_upload_id: string | null;
  is_published: boolean;
  video_done_percent: number;
  comments_enabled: boolean;
  deleted_at: string | null;
  /** Whether the folder or page was deleted, or for a page its folder. */
  is_target_deleted: boolean;
  /** Whether everyone who can read the space sees the target. */
  is_target_public: boolean;
}

const isFolderPublic = sql`(f.is_published and f.deleted_at is null)`;

function targetOf(target: CourseTarget): {
  from: RawBuilder<unknown>;
  isDeleted: RawBuilder<unknown>;
  isPublic: RawBuilder<unknown>;
} {
  if ('course_id' in target)
    return {
      from: sql`courses c where c.id = ${target.course_id}::uuid`,
      isDeleted: sql`c.deleted_at is not null`,
      isPublic: sql`true`,
    };
  if ('folder_id' in target)
    return {
      from: sql`courses c join course_folders f on f.course_id = c.id where f.id = ${target.folder_id}::uuid`,
      isDeleted: sql`f.deleted_at is not null`,
      isPublic: isFolderPublic,
    };
  return {
    from: sql`courses c join course_pages p on p.course_id = c.id ${folderOfPage}
      where p.id = ${target.page_id}::uuid`,
    isDeleted: sql`p.deleted_at is not null or coalesce(f.deleted_at is not null, false)`,
    isPublic: isPagePublished,
  };
}

/**
 * Locks the course of a target until the transaction ends, and with it the order and the state of its folders and pages: every
 * write of them locks it first, and so gives the tree another version. Returns null if the target doesn't exist.
 */
export async function findCourseForUpdate(db: Db, target: CourseTarget): Promise<LockedCourse | null> {
  const { from, isDeleted, isPublic } = targetOf(target);
  await sql`update courses set tree_version = gen_random_uuid() where id = (select c.id from ${from})`.execute(
    db,
  );
  const { rows } = await sql<LockedCourse>`
    select c.id, c.space_id, c.editor_id, c.title, c.description, c.cover_upload_id, c.is_published, c.video_done_percent,
      c.comments_enabled, c.deleted_at,
      (${isDeleted}) as is_target_deleted,
      (c.is_published and c.deleted_at is null and ${isPublic}) as is_target_public
    from ${from}`.execute(db);
  return rows[0] ?? null;
}

/** Locks a space until the transaction ends. What changes the number of its courses does so before it locks anything else. */
export async function lockSpace(db: Db, spaceId: string): Promise<void> {
  await sql`select id from spaces where id = ${spaceId}::uuid for no key update`.execute(db);
}

/** Returns the users who can edit a course and are members: the owner, the admins, and its creator. */
export async function listCourseEditors(db: Db, courseId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from courses c join space_members m on m.space_id = c.space_id and m.status = 'active'
    where c.id = ${courseId}::uuid and (m.role in ('owner', 'admin') or m.user_id = c.editor_id)`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Returns the courses of a space but one in their order, which a move changes. */
export async function listCoursePositions(db: Db, spaceId: string, exceptId: string): Promise<Placed[]> {
  const { rows } = await sql<Placed>`
    select id, position from courses
    where space_id = ${spaceId}::uuid and id <> ${exceptId}::uuid and deleted_at is null
    order by position, id desc`.execute(db);
  return rows;
}

export const spaceOfCourse = (id: string) =>
  sql`s.id = (select space_id from courses where id = ${id}::uuid)`;
export const spaceOfFolder = (id: string) =>
  sql`s.id = (select space_id from course_folders where id = ${id}::uuid)`;
export const spaceOfPage = (id: string) =>
  sql`s.id = (select space_id from course_pages where id = ${id}::uuid)`;
