import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { publish, userTopic } from '#server/platform/live/publish.ts';
import { requireActiveMember } from '../../members/index.ts';
import { deleteDismissal, upsertDismissal } from './setup.queries.ts';

/** Puts the guide of a space away for one person, or brings it back. Their other devices follow. */
export async function setGuideDismissed(
  db: Database,
  viewer: Viewer,
  spaceId: string,
  dismissed: boolean,
): Promise<void> {
  const place = { space_id: spaceId, user_id: viewer.user_id };
  await db.transaction().execute(async (tx) => {
    // Their own clicks follow each other: the rows come and go with them, so locking rows alone would not be enough.
    await requireActiveMember(tx, spaceId, viewer.user_id, { alone: true });
    const at = nowIso();
    const changed = dismissed ? await upsertDismissal(tx, place, at) : await deleteDismissal(tx, place, at);
    if (!changed) return;
    await publish(tx, userTopic(viewer.user_id), 'setup.dismissed', { space_id: spaceId, dismissed });
  });
}
