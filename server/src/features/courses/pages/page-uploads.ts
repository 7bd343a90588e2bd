import { parseVideoReference } from '#contract/values/text/videos.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { blocksIn, imageIdsIn } from '#server/platform/text/rich-text.ts';
import { attachUploads } from '../../uploads/index.ts';
import { listUploadsOfCourse, updateShownUploads } from './revisions.queries.ts';

/** Returns the ids of the uploaded videos of a page, in their order. */
export const videoIdsIn = (content: string): string[] =>
  blocksIn(content, 'video').flatMap((reference) => {
    const video = parseVideoReference(reference);
    return video && 'upload_id' in video ? [video.upload_id] : [];
  });

/**
 * Attaches the new images, videos and files of a page and stores which it shows. Those of other pages of the course, and of earlier
 * versions, can be used again.
 * @param revision the revision before this change
 * @throws AppError `upload_not_found`
 */
export async function savePageUploads(
  tx: Tx,
  page: { id: string; course_id: string; space_id: string; content: string; revision: number },
  { user_id, at }: { user_id: string; at: string },
): Promise<void> {
  const { content } = page;
  const ids = [...imageIdsIn(content), ...videoIdsIn(content), ...blocksIn(content, 'file')];
  if (ids.length > 0) {
    const known = await listUploadsOfCourse(tx, page.course_id, ids);
    const upload_ids = ids.filter((id) => !known.has(id));
    const { space_id } = page;
    const purpose = ['course_image', 'course_video', 'course_file'] as const;
    await attachUploads(tx, { user_id, space_id, purpose, upload_ids, at });
  }
  await updateShownUploads(tx, page, ids, page.revision);
}
