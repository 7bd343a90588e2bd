import type { AccessSettings } from '#contract/features/access/access.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { userChannel } from '#server/platform/live/publish.ts';
import { grants, saveAccess } from '../../access/index.ts';
import { type CourseContext, type CourseEdit, editCourse } from '../edit-course.ts';
import { publishCourse, publishTree, publishTreeTo } from '../publish-course.ts';
import { type CourseItem, findItemChain } from './course-items.queries.ts';

type Scope = Pick<SpaceContext, 'space_id'>;
type StoredItem = Parameters<typeof saveAccess>[1];

interface ItemInput {
  course_id: string;
  item_kind: CourseItem['kind'];
  item_id: string;
}

/** An item whose access is changed, and whether everyone sees it. */
interface EditedItem extends StoredItem {
  is_public: boolean;
}

/** Returns an item of the course that is edited. @throws AppError `course_not_found`, `folder_not_found`, `page_not_found` */
async function requireItem({ tx, course }: CourseEdit, input: ItemInput): Promise<EditedItem> {
  const { item_kind: kind, item_id: id } = input;
  const chain = await findItemChain(tx, course.id, { kind, id });
  if (!chain) throw new AppError(`${kind}_not_found`);
  const is_public = course.is_published && chain.is_public;
  const [folder_id, page_id] = [kind === 'folder' ? id : null, kind === 'page' ? id : null];
  const { space_id, id: course_id } = course;
  return { space_id, course_id, folder_id, page_id, title: chain.title, is_public };
}

/** Runs a write of who can open an item. Prerequisites depend on the whole space. */
async function editItem<T>(
  context: CourseContext,
  viewer: Viewer,
  scope: Scope,
  input: ItemInput,
  work: (edit: CourseEdit, item: EditedItem) => Promise<T>,
): Promise<T> {
  const target = { course_id: input.course_id };
  const run = async (edit: CourseEdit) => await work(edit, await requireItem(edit, input));
  return await editCourse(context, viewer, scope, target, run, { locksSpace: true });
}

/**
 * Stores who can open an item of a course. Returns its rules; null without any.
 * @throws AppError `prerequisite_not_found`, `prerequisite_cycle`, and the code of an item that isn't found
 */
export async function setAccess(
  context: CourseContext,
  viewer: Viewer,
  scope: Scope,
  input: ItemInput & AccessSettings,
): Promise<AccessSettings | null> {
  return await editItem(context, viewer, scope, input, async (edit, item) => {
    const access = await saveAccess(
      edit.tx,
      item,
      { match: input.match, rules: input.rules },
      viewer.user_id,
    );
    const { course } = edit;
    if (input.item_kind === 'course')
      await publishCourse(edit.tx, course, 'course.changed', course.is_published);
    await publishTree(edit.tx, course, item.is_public);
    return access;
  });
}

/** Publishes to one member, or to all at once, that they may see other locks. */
async function publishGrants(
  { tx, course }: CourseEdit,
  { is_public }: EditedItem,
  userIds: string[],
): Promise<void> {
  if (userIds.length === 0) return;
  if (is_public && userIds.length === 1) await publishTreeTo(tx, course, userIds.map(userChannel));
  else await publishTree(tx, course, is_public);
}

/**
 * Gives members access to an item. Returns how many didn't have it.
 * @throws AppError `member_not_found` if the only one isn't a member, and the code of an item that isn't found
 */
export async function giveAccess(
  context: CourseContext,
  viewer: Viewer,
  scope: Scope,
  input: ItemInput & {
    client_id: string;
    to: { user_id: string } | { min_level: number; min_days: number };
  },
): Promise<number> {
  return await editItem(context, viewer, scope, input, async (edit, item) => {
    const { client_id, to } = input;
    const grant = { item, to, client_id, granted_by: viewer.user_id, at: nowIso() };
    const userIds = await grants.give(edit.tx, grant);
    await publishGrants(edit, item, userIds);
    return userIds.length;
  });
}

/** Takes back access that was given. Returns from how many. */
export async function takeAccess(
  context: CourseContext,
  viewer: Viewer,
  scope: Scope,
  input: ItemInput & { from: { user_id: string } | { client_id: string } },
): Promise<number> {
  return await editItem(context, viewer, scope, input, async (edit, item) => {
    const userIds = await grants.take(edit.tx, { item, from: input.from, taken_by: viewer.user_id });
    await publishGrants(edit, item, userIds);
    return userIds.length;
  });
}
