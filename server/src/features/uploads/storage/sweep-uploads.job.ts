import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { sweptAfter } from '../uploads.policy.ts';
import { deleteUnusedUpload, listUnusedUploads } from '../uploads.queries.ts';
import { deleteExpiredReservations } from './storage.queries.ts';

const batchSize = 100;

/**
 * Deletes uploads that were never attached and aren't in a draft. Objects are deleted before their row, so that after
 * an interruption the row leads the next run to what is left (deleting an object twice is harmless). No one can
 * attach such an upload meanwhile, since it is too old.
 */
export function sweepUploadsJob({ db, files }: Pick<Platform, 'db' | 'files'>): JobKind {
  return {
    name: 'sweep-uploads',
    // Every hour, because unattached files count against the user's limit until they are deleted.
    schedule: '23 * * * *',
    async run() {
      await deleteExpiredReservations(db, nowIso());
      const before = new Date(nowMs() - sweptAfter).toISOString();
      for (;;) {
        const unused = await listUnusedUploads(db, before, batchSize);
        for (const { id, variants, storage_key } of unused) {
          for (const { key } of variants) await files.delete(key);
          if (storage_key) await files.delete(storage_key);
          await deleteUnusedUpload(db, id);
        }
        if (unused.length < batchSize) return;
      }
    },
  };
}
