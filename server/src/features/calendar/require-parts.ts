import type { Viewer } from '#server/platform/access.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { attachUploads } from '../uploads/index.ts';
import { listActiveMembers } from './calendar.queries.ts';

/** @throws AppError `event_host_not_member` with `{user_ids}`, those who are none. */
export async function requireHosts(tx: Tx, spaceId: string, hostIds: string[]): Promise<void> {
  const members = await listActiveMembers(tx, spaceId, hostIds);
  const others = hostIds.filter((id) => !members.has(id));
  if (others.length > 0) throw new AppError('event_host_not_member', { user_ids: others });
}

/** Takes a picture that this person sent for an event into use. */
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
