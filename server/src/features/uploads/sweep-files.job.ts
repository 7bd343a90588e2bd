import { id as idField } from '#contract/endpoint.ts';
import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteReleasedUploads, detachUploads, listKnownUploads } from './detached-uploads.queries.ts';
import { sweptAfter } from './uploads.policy.ts';

const batch = 500;
/** Whose object this is, by its key `uploads/{id}/...`. */
const ownerOf = (key: string) => idField.safeParse(key.split('/')[1]).data;

/**
 * Removes replaced icons, covers, faces and introductions, and objects whose row was never written or is gone.
 *
 * Nothing that is still wanted can be met: an object comes before its row, but not by a day; a picture that was replaced can
 * never be taken into use again, and is kept for a day after it was found so, for pages that still show it. A row goes before
 * its objects, so that whatever ends the work in between leaves objects that the next run finds.
 */
export function sweepFilesJob({ db, files, log }: Pick<Platform, 'db' | 'files' | 'log'>): JobKind {
  return {
    name: 'sweep-files',
    schedule: '41 3 * * *',
    async run() {
      const beforeMs = nowMs() - sweptAfter;
      const before = new Date(beforeMs).toISOString();
      await deleteReleasedUploads(db, before);
      await detachUploads(db, before, nowIso());
      await files.removeUnfinished(beforeMs);

      let removed = 0;
      let waiting: { key: string; upload: string }[] = [];
      const removeUnknown = async () => {
        const known = await listKnownUploads(db, [...new Set(waiting.map(({ upload }) => upload))]);
        for (const { key, upload } of waiting) {
          if (known.has(upload)) continue;
          await files.delete(key);
          removed += 1;
        }
        waiting = [];
      };
      for await (const { key, modified_ms } of files.list('uploads')) {
        const upload = ownerOf(key);
        if (!upload || modified_ms >= beforeMs) continue;
        waiting.push({ key, upload });
        if (waiting.length === batch) await removeUnknown();
      }
      await removeUnknown();
      if (removed > 0) log.info({ removed }, 'removed stored files that nothing refers to');
    },
  };
}
