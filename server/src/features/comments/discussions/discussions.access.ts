import { canReadSpace, type Locator, type SpaceContext, type Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { requireOpenPage } from '../../courses/index.ts';
import { createLocator, findSpaceContext } from '../../members/index.ts';
import { postLocator } from '../../posts/index.ts';
import { inOpenCategory } from '../../spaces/index.ts';
import { findCategoryOfComment, spaceOfComment } from '../comments.queries.ts';
import { findPageOfComment, spaceOfPage } from './discussions.queries.ts';

/**
 * Finds the space of a page of a course, for those who may read its comments: they can open the page, and neither the classroom
 * nor the comments of the course are turned off. Null for everyone else.
 */
export async function locatePage(
  db: Db,
  viewer: Pick<Viewer, 'user_id'> | null,
  pageId: string,
): Promise<(SpaceContext & { course_id: string }) | null> {
  const scope = await findSpaceContext(db, viewer, spaceOfPage(pageId));
  if (!scope || !canReadSpace(scope) || !scope.features.includes('classroom')) return null;
  try {
    const page = await requireOpenPage(db, viewer, scope, pageId);
    return page.comments_enabled ? { ...scope, course_id: page.course_id, is_restricted: true } : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Returns a locator that finds what `locator` does, in as many statements, else what belongs to a page of a course. */
function orOfPage(locator: Locator, findPageId: (db: Db, id: string) => Promise<string | null>): Locator {
  type Reader = Pick<Viewer, 'user_id'> | null;
  const locate = async (db: Db, viewer: Reader, id: string): Promise<SpaceContext | null> => {
    const pageId = await findPageId(db, id);
    return pageId === null ? null : await locatePage(db, viewer, pageId);
  };
  const isOfPage = async (db: Db, id: string): Promise<boolean> => {
    const pageId = await findPageId(db, id);
    return pageId !== null && (await findSpaceContext(db, null, spaceOfPage(pageId))) !== null;
  };
  return {
    ...locator,
    locate: async (db, viewer, id) =>
      (await locator.locate(db, viewer, id)) ?? (await locate(db, viewer, id)),
    async locateForUsers(db, userIds, id) {
      const found = await locator.locateForUsers(db, userIds, id);
      if (found.size > 0 || !(await isOfPage(db, id))) return found;
      // Who can open a page is decided for one user at a time.
      for (const user_id of userIds) {
        const scope = await locate(db, user_id === null ? null : { user_id }, id);
        if (scope) found.set(user_id, scope);
      }
      return found;
    },
    async locateCaller(db, token, id) {
      const caller = await locator.locateCaller(db, token, id);
      return caller.scope ? caller : { ...caller, scope: await locate(db, caller.viewer, id) };
    },
  };
}

/** Finds a comment that isn't deleted: of a post, or below a page that the viewer can open. */
export const commentLocator = orOfPage(
  inOpenCategory(createLocator(spaceOfComment), findCategoryOfComment),
  findPageOfComment,
);

/** Finds what comments are under: a post, or a page that the viewer can open. */
export const discussionLocators = {
  discussion: orOfPage(postLocator, async (_db, id) => id),
};
