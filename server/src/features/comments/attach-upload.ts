import type { Tx } from '#server/platform/db/database.ts';
import { attachUploads } from '../uploads/index.ts';

/**
 * Attaches the author's upload to a comment, if there is one.
 * @throws AppError `upload_not_found`
 */
export async function attachUpload(
  tx: Tx,
  comment: { user_id: string; space_id: string },
  uploadId: string | null,
  at: string,
): Promise<void> {
  await attachUploads(tx, {
    user_id: comment.user_id,
    space_id: comment.space_id,
    purpose: ['comment_image', 'comment_file'],
    upload_ids: uploadId === null ? [] : [uploadId],
    at,
  });
}
