import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { HookContext } from '#server/platform/lifecycle.ts';
import { removedSince } from '../uploads.policy.ts';
import { deleteDetachedJobName } from './delete-detached-uploads.job.ts';
import { markDetached } from './detached-uploads.queries.ts';

/**
 * Detaches uploads that a deleted or edited post, comment or event no longer shows, in the transaction that deletes or
 * edits it. Uploads that something else uses stay attached. A job deletes the detached ones right after the transaction
 * commits, which frees their storage.
 */
export async function detachUploads(
  tx: Tx,
  { jobs, uploadUses }: Pick<HookContext, 'jobs' | 'uploadUses'>,
  uploadIds: string[],
): Promise<void> {
  if (uploadIds.length === 0) return;
  const at = nowIso();
  const isAny = await markDetached(tx, {
    upload_ids: uploadIds,
    at,
    since: removedSince(at),
    uses: uploadUses,
  });
  if (isAny) await jobs.enqueue(tx, deleteDetachedJobName, {});
}
