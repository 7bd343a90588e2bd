import { sql } from 'kysely';
import { attachedFile, photo } from '#server/platform/files/upload-forms.ts';
import type { UploadUse } from '#server/platform/files/upload-uses.ts';
import { keepsUploads } from '../uploads/index.ts';
import { isShownToSome } from './discussions/is-shown-to-some.ts';

/** How comments and their earlier versions use uploads. */
export const commentUploads: UploadUse = {
  purposes: { comment_image: photo, comment_file: attachedFile },
  columns: ['post_comments.upload_id', 'post_comment_versions.upload_id'],
  isInUse: (since) => sql`exists (select from (
      select id as comment_id from post_comments where upload_id = u.id
      union all select comment_id from post_comment_versions where upload_id = u.id) a
    join post_comments d on d.id = a.comment_id where d.deleted_at is null or ${keepsUploads('comment', since)})`,
  uploadAccess: 'space-member',
  shownTo: {
    condition: sql`exists (select from post_comments c join posts p on p.id = c.post_id
      where c.upload_id = u.id and c.deleted_at is null and p.post_type <> 'course_page'
        and not exists (select from access_rules ar where ar.item_id = p.category_id))`,
    check: isShownToSome,
  },
  ofDeleted: sql`select c.upload_id from post_comments c where c.deleted_at is not null and c.upload_id is not null
    union select v.upload_id from post_comment_versions v join post_comments c on c.id = v.comment_id
      where v.upload_id is not null and c.deleted_at is not null`,
};
