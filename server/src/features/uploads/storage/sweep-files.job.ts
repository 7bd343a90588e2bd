import { id as idField } from '#contract/schema/endpoint.ts';
import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import {
  deleteDetachedUploads,
  detachUnusedUploads,
  listKnownUploads,
} from '../detached/detached-uploads.queries.ts';
import { removedSince, sweptAfter } from '../uploads.policy.ts';

const batchSize = 500;
/** Returns the upload id in a key `uploads/{id}/...`. */
const uploadIdOf = (key: string) => idField.safeParse(key.split('/')[1]).data;

/**
 * Deletes replaced icons, covers, avatars and intro media, and stored objects without a row. Detaches files of content
 * that was removed long ago; `delete-detached-uploads` deletes them.
 * Nothing in use can be deleted: an object is stored before its row, but not a day before. A replaced image can't be
 * attached again, and is kept for a day after it was detached, for pages that still show it. A row is deleted before
 * its objects, so that after an interruption the next run finds the remaining objects.
 */
export function sweepFilesJob({
  db,
  files,
  log,
  uploadUses: uses,
}: Pick<Platform, 'db' | 'files' | 'log' | 'uploadUses'>): JobKind {
  return {
    name: 'sweep-files',
    schedule: '41 3 * * *',
    async run() {
      const beforeMs = nowMs() - sweptAfter;
      const before = new Date(beforeMs).toISOString();
      const now = nowIso();
      const since = removedSince(now);
      await deleteDetachedUploads(db, { before, since, uses });
      await detachUnusedUploads(db, { before, since, now, uses });
      await files.removeUnfinished(beforeMs);

      let removed = 0;
      let candidates: { key: string; upload: string }[] = [];
      const removeUnknown = async () => {
        const known = await listKnownUploads(db, [...new Set(candidates.map(({ upload }) => upload))]);
        for (const { key, upload } of candidates) {
          if (known.has(upload)) continue;
          await files.delete(key);
          removed += 1;
        }
        candidates = [];
      };
      for await (const { key, modified_ms } of files.list('uploads')) {
        const upload = uploadIdOf(key);
        if (!upload || modified_ms >= beforeMs) continue;
        candidates.push({ key, upload });
        if (candidates.length === batchSize) await removeUnknown();
      }
      await removeUnknown();
      if (removed > 0) log.info({ removed }, 'removed stored files that nothing refers to');
    },
  };
}
