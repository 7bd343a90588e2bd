import { sql } from 'kysely';
import { cropped, photo, videoFile } from '#server/platform/files/upload-forms.ts';
import { hasUrl } from '#server/platform/files/upload-url.queries.ts';
import type { UploadUse } from '#server/platform/files/upload-uses.ts';

/** The shape of a cover: its height divided by its width. */
const coverRatio = 576 / 1084;

const shownIn = (
  column: 'icon_image' | 'cover_image' | 'intro_media_url',
  purposes: UploadUse['purposes'],
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
  shownIn('icon_image', { space_icon: cropped([96, 192]) }),
  shownIn('cover_image', { space_cover: cropped([542, 1084, 2168], coverRatio) }),
  shownIn('intro_media_url', { space_intro: photo, space_intro_video: videoFile }),
];
