import type { Viewer } from '#server/platform/access.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import { attachUploads } from '../uploads/index.ts';
import { listActiveMembers } from './calendar.queries.ts';
import type { LockedSeries } from './series/lock-event-series.ts';

/**
 * Checks that all hosts are active members.
 * @throws AppError `event_host_not_member` with the other `user_ids`
 */
export async function requireHosts(tx: Tx, spaceId: string, hostIds: string[]): Promise<void> {
  const members = await listActiveMembers(tx, spaceId, hostIds);
  const others = hostIds.filter((id) => !members.has(id));
  if (others.length > 0) throw new AppError('event_host_not_member', { user_ids: others });
}

/** Attaches an image that the viewer uploaded as an event cover. */
export async function attachCover(
  tx: Tx,
  viewer: Viewer,
  spaceId: string,
  uploadId: string | null,
  at: string,
): Promise<void> {
  await attachUploads(tx, {
    user_id: viewer.user_id,
    space_id: spaceId,
    purpose: 'event_cover',
    upload_ids: uploadId === null ? [] : [uploadId],
    at,
  });
}

/** Releases the covers of an edited or deleted event and its series, which are passed as they were before. */
export async function releaseCovers(
  tx: Tx,
  context: HookContext,
  { event, events, series }: LockedSeries,
): Promise<void> {
  const covers = [series?.content, ...events].flatMap((before) => before?.cover_upload_id ?? []);
  await runHooks(tx, context, 'eventCoversReleased', {
    space_id: event.space_id,
    cover_upload_ids: [...new Set(covers)],
  });
}
