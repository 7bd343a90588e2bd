import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { findCreatedId } from '#server/platform/db/created.queries.ts';
import { isUniqueViolation, type Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId, newShortId } from '#server/platform/ids.ts';
import { firstFreeSlug, toSlug } from '#server/platform/text/slug.ts';
import { requireActiveMember } from '../members/index.ts';
import { attachUploads } from '../uploads/index.ts';
import { announceCourse } from './announcements/announce.ts';
import { type CourseFields, insertCourse, listTakenSlugs } from './course-writes.queries.ts';
import { type CourseRow, findCourse, lockSpace } from './courses.queries.ts';
import type { CourseContext } from './edit-course.ts';
import { publishCourse } from './publish-course.ts';
import { toCourseViewer } from './visible-pages.queries.ts';

const slugLength = 100;
/** The highest number at the end of a slug. */
const maxSlugNumber = 100;
const writeAttempts = 5;

/** Returns a free slug of a space for a title. @throws AppError `course_slug_unavailable` */
async function chooseSlug(tx: Tx, spaceId: string, title: string, shortId: string): Promise<string> {
  const slug = toSlug(title, slugLength);
  // Nothing is left of a title that consists of emoji.
  if (slug === '')
    return (await listTakenSlugs(tx, spaceId, ['course'])).has('course') ? `course-${shortId}` : 'course';
  const candidates = [slug, ...Array.from({ length: maxSlugNumber }, (_, index) => `${slug}-${index + 1}`)];
  const free = firstFreeSlug(slug, await listTakenSlugs(tx, spaceId, candidates));
  if (!candidates.includes(free)) throw new AppError('course_slug_unavailable');
  return free;
}

/** Attaches an image that the viewer uploaded as the cover of a course. */
export async function attachCourseCover(
  tx: Tx,
  cover: { user_id: string; space_id: string; upload_id: string | null; at: string },
): Promise<void> {
  const { upload_id, ...upload } = cover;
  const upload_ids = upload_id === null ? [] : [upload_id];
  await attachUploads(tx, { ...upload, purpose: 'course_cover', upload_ids });
}

/**
 * Creates a course, first in the list. Repeating the call in the space with the same client id returns the existing course.
 * @throws AppError `course_not_found` if that course was deleted meanwhile, `course_slug_unavailable`, `upload_not_found`
 */
export async function createCourse(
  { db }: Pick<CourseContext, 'db'>,
  viewer: Viewer,
  { space_id }: Pick<SpaceContext, 'space_id'>,
  input: CourseFields & { client_id: string },
): Promise<CourseRow> {
  const { user_id } = viewer;
  const {
    client_id,
    title,
    description,
    cover_upload_id,
    is_published,
    video_done_percent,
    comments_enabled,
  } = input;
  const write = async (tx: Tx): Promise<CourseRow | null> => {
    await lockSpace(tx, space_id);
    const rights = await requireActiveMember(tx, space_id, user_id, { access: 'space-editor' });
    const reader = toCourseViewer(viewer, rights);
    const earlier = await findCreatedId(tx, 'courses', { user_id, space_id, client_id });
    if (earlier) return await findCourse(tx, reader, space_id, earlier);
    const [id, at, short_id] = [newId(), nowIso(), newShortId()];
    await attachCourseCover(tx, { user_id, space_id, upload_id: cover_upload_id, at });
    await insertCourse(tx, {
      ...{ id, space_id, user_id, client_id, title, description, cover_upload_id, is_published },
      video_done_percent,
      comments_enabled,
      short_id,
      slug: await chooseSlug(tx, space_id, title, short_id),
      created_at: at,
      updated_at: at,
    });
    await publishCourse(tx, { id, space_id }, 'course.created', is_published);
    if (is_published) await announceCourse({ tx, course: { id, space_id }, user_id });
    return await findCourse(tx, reader, space_id, id);
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const course = await db.transaction().execute(write);
      if (!course) throw new AppError('course_not_found');
      return course;
    } catch (error) {
      // Another course has this short id.
      if (attempt < writeAttempts && isUniqueViolation(error)) continue;
      throw error;
    }
  }
}
