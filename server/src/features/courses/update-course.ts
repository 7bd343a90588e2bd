import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { changedFields, type FieldComparisons, isEqual } from '#server/platform/fields/changed-fields.ts';
import { runHooks } from '#server/platform/lifecycle.ts';
import { announceCourse, retractCourse } from './announcements/announce.ts';
import { type CourseFields, updateCourseFields } from './course-writes.queries.ts';
import { type CourseRow, findCourse } from './courses.queries.ts';
import { attachCourseCover } from './create-course.ts';
import { type CourseContext, editCourse } from './edit-course.ts';
import { publishCourse } from './publish-course.ts';

const comparisons: FieldComparisons<CourseFields> = {
  title: isEqual,
  description: isEqual,
  cover_upload_id: isEqual,
  is_published: isEqual,
  video_done_percent: isEqual,
  comments_enabled: isEqual,
};

export type CourseChanges = { [Field in keyof CourseFields]?: CourseFields[Field] | undefined };

/** Changes a course; missing fields stay unchanged. Saving what is stored changes nothing. */
export async function updateCourse(
  context: CourseContext,
  viewer: Viewer,
  scope: Pick<SpaceContext, 'space_id'>,
  input: CourseChanges & { course_id: string },
): Promise<CourseRow> {
  const target = { course_id: input.course_id };
  const locksSpace = input.is_published !== undefined;
  return await editCourse(
    context,
    viewer,
    scope,
    target,
    async ({ tx, course, viewer: reader }) => {
      const { id, space_id, editor_id: _, ...before } = course;
      const after: CourseFields = {
        title: input.title ?? before.title,
        description: input.description ?? before.description,
        cover_upload_id: input.cover_upload_id === undefined ? before.cover_upload_id : input.cover_upload_id,
        is_published: input.is_published ?? before.is_published,
        video_done_percent: input.video_done_percent ?? before.video_done_percent,
        comments_enabled: input.comments_enabled ?? before.comments_enabled,
      };
      const changes = changedFields(comparisons, before, after);
      if (changes.length > 0) {
        const at = nowIso();
        if (changes.includes('cover_upload_id')) {
          const upload = { user_id: viewer.user_id, space_id, upload_id: after.cover_upload_id, at };
          await attachCourseCover(tx, upload);
        }
        await updateCourseFields(tx, id, { ...after, updated_at: at });
        const appeared = after.is_published && !before.is_published;
        const disappeared = before.is_published && !after.is_published;
        const type = appeared ? 'course.created' : disappeared ? 'course.deleted' : 'course.changed';
        await publishCourse(tx, course, type, before.is_published || after.is_published);
        if (appeared) await announceCourse({ tx, course, user_id: viewer.user_id });
        if (disappeared) await retractCourse(tx, id);
        if (changes.includes('cover_upload_id') && before.cover_upload_id !== null)
          await runHooks(tx, context, 'courseUploadsReleased', { upload_ids: [before.cover_upload_id] });
      }
      const row = await findCourse(tx, reader, space_id, id);
      if (!row) throw new AppError('course_not_found');
      return row;
    },
    { locksSpace },
  );
}
