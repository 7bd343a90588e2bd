import { sql } from 'kysely';
import { photo } from '#server/platform/files/upload-forms.ts';
import type { UploadUse } from '#server/platform/files/upload-uses.ts';

/** How events and the content of their series use uploads. */
export const coverUploads: UploadUse = {
  purposes: { event_cover: photo },
  columns: ['events.cover_upload_id'],
  isInUse: () => sql`(exists (select from events e where e.cover_upload_id = u.id and e.deleted_at is null)
    or exists (select from event_series s where s.space_id = u.space_id
      and s.content ->> 'cover_upload_id' = u.id::text
      and exists (select from events e where e.series_id = s.id and e.deleted_at is null)))`,
  uploadAccess: 'space-editor',
  shownTo: 'space',
};
