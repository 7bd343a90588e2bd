import { sql } from 'kysely';
import { maxPageImageBytes } from '#contract/values/limits.ts';
import { documentFile, photo, videoFile } from '#server/platform/files/upload-forms.ts';
import type { UploadUse } from '#server/platform/files/upload-uses.ts';
import { isUploadShown } from './is-upload-shown.ts';

const isInUse = () => sql<boolean>`exists (select from course_page_uploads i where i.upload_id = u.id)`;

/**
 * How courses use uploads: as covers, and as images, videos and files of pages and their earlier versions. What is deleted keeps them
 * while it can be restored. Those of pages are shown to everyone who can open one of the pages.
 */
export const courseUploads: UploadUse[] = [
  {
    purposes: { course_cover: photo },
    columns: ['courses.cover_upload_id'],
    isInUse: () => sql`exists (select from courses c where c.cover_upload_id = u.id)`,
    uploadAccess: 'space-editor',
    shownTo: sql`exists (select from courses c join spaces s on s.id = c.space_id
      where c.cover_upload_id = u.id and c.is_published and c.deleted_at is null and s.feature_classroom_enabled)`,
  },
  {
    purposes: { course_image: { ...photo, max_bytes: maxPageImageBytes } },
    columns: ['course_page_uploads.upload_id'],
    isInUse,
    uploadAccess: 'space-editor',
    shownTo: { check: isUploadShown },
  },
  {
    purposes: { course_video: videoFile, course_file: documentFile },
    // In the same column as images.
    columns: [],
    isInUse,
    uploadAccess: 'space-editor',
    shownTo: { check: isUploadShown },
  },
];
