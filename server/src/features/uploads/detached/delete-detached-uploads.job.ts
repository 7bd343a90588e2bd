import { nowIso } from '#server/platform/clock.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { removedSince } from '../uploads.policy.ts';
import { deleteDetachedContentFiles } from './detached-uploads.queries.ts';

export const deleteDetachedJobName = 'delete-detached-uploads';

const batchSize = 100;

/**
 * Deletes detached uploads, except those that are kept for open pages. A row is deleted before its objects; after an
 * interruption, the nightly job finds objects without a row.
 */
export function deleteDetachedUploadsJob({
  db,
  files,
  uploadUses: uses,
}: Pick<Platform, 'db' | 'files' | 'uploadUses'>): JobKind {
  return {
    name: deleteDetachedJobName,
    schedule: '53 * * * *',
    async run() {
      for (;;) {
        const batch = await deleteDetachedContentFiles(db, {
          since: removedSince(nowIso()),
          limit: batchSize,
          uses,
        });
        for (const key of batch.keys) await files.delete(key);
        if (batch.count < batchSize) return;
      }
    },
  };
}
