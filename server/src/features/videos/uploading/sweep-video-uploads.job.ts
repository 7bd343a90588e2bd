import { nowMs } from '#server/platform/clock.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { IncomingVideos } from './incoming-videos.ts';
import { deleteVideoUpload, listAbandonedUploads, listKnownVideoUploads } from './video-uploads.queries.ts';

const batchSize = 100;
/** How long an upload can be continued after bytes arrived last, in milliseconds. */
export const abandonedAfter = 24 * 60 * 60 * 1000;
/** How long an upload can take, in milliseconds. Otherwise, one byte a day would keep it, and its storage, for ever. */
export const longestUpload = 7 * 24 * 60 * 60 * 1000;
/** How long bytes are kept without a row, which is written after the file, in milliseconds. */
export const keptWithoutRow = 15 * 60 * 1000;

/**
 * Deletes the bytes and rows of uploads that nothing was added to for a day, or that began a week ago, finished or not, and bytes whose
 * rows were deleted with their space, user, membership or video. Stored videos remain.
 */
export function sweepVideoUploadsJob({ db }: Pick<Platform, 'db'>, incoming: IncomingVideos): JobKind {
  return {
    name: 'sweep-video-uploads',
    schedule: '41 * * * *',
    async run() {
      const before = {
        active: new Date(nowMs() - abandonedAfter).toISOString(),
        created: new Date(nowMs() - longestUpload).toISOString(),
      };
      for (;;) {
        const ids = await listAbandonedUploads(db, before, batchSize);
        for (const id of ids) {
          await incoming.remove(id);
          await deleteVideoUpload(db, id);
        }
        if (ids.length < batchSize) break;
      }
      const unchanged = await incoming.listUnchanged(nowMs() - keptWithoutRow);
      const known = await listKnownVideoUploads(db, unchanged);
      for (const id of unchanged) if (!known.has(id)) await incoming.remove(id);
    },
  };
}
