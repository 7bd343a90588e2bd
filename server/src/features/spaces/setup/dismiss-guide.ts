import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';
import { requireActiveMember } from '../../members/index.ts';
import { deleteDismissal, upsertDismissal } from './setup.queries.ts';

/** Dismisses or restores the setup guide of a space for one user, on all their devices. */
export async function setGuideDismissed(
  db: Database,
  viewer: Viewer,
  spaceId: string,
  dismissed: boolean,
): Promise<void> {
  const member = { space_id: spaceId, user_id: viewer.user_id };
  await db.transaction().execute(async (tx) => {
    // One user's changes run one after another. Row locks aren't enough, since the rows are inserted and deleted.
    await requireActiveMember(tx, spaceId, viewer.user_id, { exclusive: true, access: 'space-editor' });
    const at = nowIso();
    const changed = dismissed ? await upsertDismissal(tx, member, at) : await deleteDismissal(tx, member, at);
    if (!changed) return;
    await publish(tx, userChannel(viewer.user_id), 'setup.dismissed', { space_id: spaceId, dismissed });
  });
}
