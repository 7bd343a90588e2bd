import { sql } from 'kysely';
import { photo, videoFile } from '#server/platform/files/upload-forms.ts';
import type { UploadUse } from '#server/platform/files/upload-uses.ts';
import { isUploadShown } from '../courses/index.ts';
import { findVideoOfRendition } from './encoding/renditions.queries.ts';
import { findVideoOfPoster } from './videos.queries.ts';

/** How videos use uploads: as posters and in other sizes, which those see who see the video. */
export const videoUploads: UploadUse[] = [
  {
    purposes: { video_poster: photo },
    columns: ['videos.poster_upload_id'],
    isInUse: () => sql`exists (select from videos v where v.poster_upload_id = u.id)`,
    uploadAccess: 'space-editor',
    shownTo: {
      check: async (db, viewer, scope, posterId) => {
        const videoId = await findVideoOfPoster(db, posterId);
        return videoId !== null && (await isUploadShown(db, viewer, scope, videoId));
      },
    },
  },
  {
    purposes: { video_rendition: videoFile },
    columns: ['video_renditions.rendition_upload_id'],
    isInUse: () => sql`exists (select from video_renditions r where r.rendition_upload_id = u.id)`,
    uploadAccess: 'space-editor',
    shownTo: {
      check: async (db, viewer, scope, renditionId) => {
        const videoId = await findVideoOfRendition(db, renditionId);
        return videoId !== null && (await isUploadShown(db, viewer, scope, videoId));
      },
    },
  },
];
