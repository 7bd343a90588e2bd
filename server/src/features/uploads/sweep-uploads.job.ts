import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteExpiredReservations } from './storage.queries.ts';
import { sweptAfter } from './uploads.policy.ts';
import { deleteUnusedUpload, listUnusedUploads } from './uploads.queries.ts';

const batch = 100;

/**
 * Removes uploads that nothing came to use and no draft holds. Objects first, their row last: whatever ends the work in between, the row
 * is still there to lead the next run to what is left (deleting an object twice is harmless), while a row deleted first
 * would leave objects that nobody knows of. Nothing can take such an upload into use meanwhile: it is too old for that.
 */
export function sweepUploadsJob({ db, files }: Pick<Platform, 'db' | 'files'>): JobKind {
  return {
    name: 'sweep-uploads',
    // Every hour, because unused files count against their person's limit until they go.
    schedule: '23 * * * *',
    async run() {
      await deleteExpiredReservations(db, nowIso());
      const before = new Date(nowMs() - sweptAfter).toISOString();
      for (;;) {
        const unused = await listUnusedUploads(db, before, batch);
        for (const { id, variants, storage_key } of unused) {
          for (const { key } of variants) await files.delete(key);
          if (storage_key) await files.delete(storage_key);
          await deleteUnusedUpload(db, id);
        }
        if (unused.length < batch) return;
      }
    },
  };
}
