import { sql } from 'kysely';
import { attachedFile, cropped, photo } from '#server/platform/files/upload-forms.ts';
import type { UploadUse } from '#server/platform/files/upload-uses.ts';
import { keepsUploads } from '../uploads/index.ts';
import { isShownInCategory } from './is-shown-in-category.ts';
import { isLimited } from './posts.queries.ts';

/** How posts, their earlier versions and their link previews use uploads. */
export const postUploads: UploadUse[] = [
  {
    purposes: { post_image: photo, post_file: attachedFile },
    columns: ['post_attachments.upload_id', 'post_revision_attachments.upload_id'],
    isInUse: (since) => sql`exists (select from (
        select post_id from post_attachments where upload_id = u.id
        union all select post_id from post_revision_attachments where upload_id = u.id) a
      join posts d on d.id = a.post_id where d.deleted_at is null or ${keepsUploads('post', since)})`,
    uploadAccess: 'space-member',
    shownTo: {
      condition: sql`exists (select from post_attachments a join posts p on p.id = a.post_id
        where a.upload_id = u.id and p.deleted_at is null and not ${isLimited('p')})`,
      check: isShownInCategory,
    },
    ofDeleted: sql`select a.upload_id from posts p join post_attachments a on a.post_id = p.id
        where p.deleted_at is not null
      union select a.upload_id from posts p join post_revision_attachments a on a.post_id = p.id
        where p.deleted_at is not null`,
  },
  {
    purposes: { link_image: cropped([160, 320, 640]) },
    columns: ['link_previews.image_id'],
    isInUse: () => sql`exists (select from link_previews l where l.image_id = u.id)`,
    uploadAccess: 'server',
    shownTo: 'everyone',
    isKeptForOpenPages: true,
  },
];
