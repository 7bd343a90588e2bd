import { sql } from 'kysely';
import type { StoredPurpose, UploadUse } from '#server/platform/files/upload-uses.ts';
import { hasUrl } from '../uploads/index.ts';

const shownIn = (
  column: 'icon_image' | 'cover_image' | 'intro_media_url',
  purposes: StoredPurpose[],
): UploadUse => ({
  purposes,
  columns: [],
  isInUse: () => sql`exists (select from spaces s where s.id = u.space_id and ${hasUrl(`s.${column}`)})`,
  uploadAccess: 'space-editor',
  shownTo: 'everyone',
  isKeptForOpenPages: true,
});

/** How spaces use uploads: by their URLs. */
export const spaceUploads: UploadUse[] = [
  shownIn('icon_image', ['space_icon']),
  shownIn('cover_image', ['space_cover']),
  shownIn('intro_media_url', ['space_intro', 'space_intro_video']),
];
