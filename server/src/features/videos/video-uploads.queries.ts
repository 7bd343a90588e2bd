import { sql } from 'kysely';
import { photo, videoFile } from '#server/platform/files/upload-forms.ts';
import type { UploadUse } from '#server/platform/files/upload-uses.ts';
import { isVideoShown } from '../courses/index.ts';

const videoOfPoster = sql`videos v where v.poster_upload_id = u.id`;

const videoOfRendition = sql`video_renditions r where r.rendition_upload_id = u.id`;

/** How videos use uploads: as posters and in other sizes, which those see who see the video. */
export const videoUploads: UploadUse[] = [
  {
    purposes: { video_poster: photo },
    columns: ['videos.poster_upload_id'],
    isInUse: () => sql`exists (select from ${videoOfPoster})`,
    uploadAccess: 'space-editor',
    shownTo: {
      inSpace: (viewer, scope) =>
        sql`exists (select from ${videoOfPoster} and ${isVideoShown(viewer, scope, sql`v.upload_id`)})`,
    },
  },
  {
    purposes: { video_rendition: videoFile },
    columns: ['video_renditions.rendition_upload_id'],
    isInUse: () => sql`exists (select from ${videoOfRendition})`,
    uploadAccess: 'space-editor',
    shownTo: {
      inSpace: (viewer, scope) =>
        sql`exists (select from ${videoOfRendition} and ${isVideoShown(viewer, scope, sql`r.upload_id`)})`,
    },
  },
];
