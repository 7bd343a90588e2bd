import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { AppError } from '#server/platform/errors.ts';
import { userChannel } from '#server/platform/live/publish.ts';
import type { AccessWrite, itemAccess } from '../../access/index.ts';
import { type CourseContext, type CourseEdit, editCourse } from '../edit-course.ts';
import { publishCourse, publishTree, publishTreeTo } from '../publish-course.ts';
import { type CourseItem, findItemChain } from './course-items.queries.ts';

type NamedItem = Parameters<typeof itemAccess.save>[1];

export interface ItemInput {
  course_id: string;
  item_kind: CourseItem['kind'];
  item_id: string;
}

/** An item whose access is changed, whether everyone sees it, and its course. */
interface EditedItem extends NamedItem {
  is_public: boolean;
  course: CourseEdit['course'];
}

/** Returns an item of the course that is edited. @throws AppError `course_not_found`, `folder_not_found`, `page_not_found` */
async function requireItem({ tx, course }: CourseEdit, input: ItemInput): Promise<EditedItem> {
  const { item_kind: kind, item_id: id } = input;
  const chain = await findItemChain(tx, course.id, { kind, id });
  if (!chain) throw new AppError(`${kind}_not_found`);
  const is_public = course.is_published && chain.is_public;
  const [folder_id, page_id] = [kind === 'folder' ? id : null, kind === 'page' ? id : null];
  const { space_id, id: course_id } = course;
  return { space_id, course_id, folder_id, page_id, title: chain.title, is_public, course };
}

/**
 * A write of who can open an item of a course, for `itemAccess`. Prerequisites depend on the whole space.
 * @throws AppError the code of an item that isn't found
 */
export function courseItemWrite(
  context: CourseContext,
  viewer: Viewer,
  scope: Pick<SpaceContext, 'space_id'>,
  input: ItemInput,
): AccessWrite<EditedItem> {
  const { course_id } = input;
  return {
    edit: (work) => {
      const run = async (edit: CourseEdit) => await work(edit.tx, await requireItem(edit, input));
      return editCourse(context, viewer, scope, { course_id }, run, { locksSpace: true });
    },
    changed: async (tx, { course, is_public }, userIds) => {
      if (userIds === null && input.item_kind === 'course')
        await publishCourse(tx, course, 'course.changed', course.is_published);
      if (is_public && userIds?.length === 1) await publishTreeTo(tx, course, userIds.map(userChannel));
      else await publishTree(tx, course, is_public);
    },
  };
}
