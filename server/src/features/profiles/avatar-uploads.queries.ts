import { sql } from 'kysely';
import { cropped } from '#server/platform/files/upload-forms.ts';
import { hasUrl } from '#server/platform/files/upload-url.queries.ts';
import type { UploadUse } from '#server/platform/files/upload-uses.ts';

/** How accounts use uploads: by the URL of their avatar. */
export const avatarUploads: UploadUse = {
  purposes: { avatar: cropped([48, 96, 192]) },
  columns: [],
  isInUse: () => sql`exists (select from users p where p.id = u.user_id and ${hasUrl('p.avatar_url')})`,
  uploadAccess: 'signed-in',
  shownTo: 'everyone',
  isKeptForOpenPages: true,
};
