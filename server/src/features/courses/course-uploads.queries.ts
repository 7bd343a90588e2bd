import { type RawBuilder, sql } from 'kysely';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { photo, videoFile } from '#server/platform/files/upload-forms.ts';
import type { UploadUse } from '#server/platform/files/upload-uses.ts';
import {
  folderOfPage,
  isCourseSeen,
  isEditor,
  isPagePublished,
  isPageSeen,
  toCourseViewer,
} from './visible-pages.queries.ts';

/** Whether the viewer sees a page with an uploaded video. Editors also see those of earlier versions. */
export function isVideoShown(viewer: Viewer | null, scope: SpaceContext, uploadId: RawBuilder<unknown>) {
  const reader = toCourseViewer(viewer, scope);
  return sql<boolean>`exists (select from course_page_images i
    join course_pages p on p.id = i.page_id ${folderOfPage} join courses c on c.id = p.course_id
    where i.upload_id = ${uploadId} and (i.last_revision is null or ${isEditor(reader)})
      and ${isCourseSeen(reader)} and ${isPageSeen(reader)})`;
}

/**
 * How courses use uploads: as covers, and as images and videos in pages and their earlier versions. What is deleted keeps them while it
 * can be restored. Only the uploader and moderators can download those of drafts.
 */
export const courseUploads: UploadUse[] = [
  {
    purposes: { course_cover: photo },
    columns: ['courses.cover_upload_id'],
    isInUse: () => sql`exists (select from courses c where c.cover_upload_id = u.id)`,
    uploadAccess: 'space-editor',
    shownTo: sql`exists (select from courses c
      where c.cover_upload_id = u.id and c.is_published and c.deleted_at is null)`,
  },
  {
    purposes: { course_image: photo },
    columns: ['course_page_images.upload_id'],
    isInUse: () => sql`exists (select from course_page_images i where i.upload_id = u.id)`,
    uploadAccess: 'space-editor',
    shownTo: sql`exists (select from course_page_images i
      join course_pages p on p.id = i.page_id ${folderOfPage} join courses c on c.id = p.course_id
      where i.upload_id = u.id and i.last_revision is null
        and c.is_published and c.deleted_at is null and ${isPagePublished})`,
  },
  {
    purposes: { course_video: videoFile },
    // In the same column as images.
    columns: [],
    isInUse: () => sql`exists (select from course_page_images i where i.upload_id = u.id)`,
    uploadAccess: 'space-editor',
    shownTo: { inSpace: (viewer, scope) => isVideoShown(viewer, scope, sql`u.id`) },
  },
];
