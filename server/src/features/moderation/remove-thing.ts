import type { SpaceScope, Viewer } from '#server/platform/access.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteCommentWithin } from '../comments/index.ts';
import { deletePostWithin } from '../feed/index.ts';
import { requireActiveMember } from '../members/index.ts';
import { announceCases } from './announce-cases.ts';
import { updateOpenCaseDecided } from './moderation.queries.ts';
import { enqueueReporterNotifications } from './notify-reporters.job.ts';

export interface RemovableThing {
  kind: 'post' | 'comment';
  id: string;
}

/** Takes down someone's post or comment with a reason that its author sees; a report of it is decided by that, unless the
 * content is the viewer's own. */
export async function removeThing(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  viewer: Viewer,
  scope: SpaceScope,
  thing: RemovableThing,
  reason: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, scope.space_id, viewer.user_id);
    await takeDown(tx, viewer, scope, thing, reason);
    const decided = await updateOpenCaseDecided(tx, scope.space_id, thing.kind, thing.id, {
      outcome: 'removed',
      outcome_reason: reason,
      handled_by: viewer.user_id,
      handled_at: nowText(),
    });
    if (!decided) return;
    await announceCases(tx, scope.space_id, decided.author_id, -1);
    await enqueueReporterNotifications(tx, jobs, decided.id);
  });
}

/** The removal itself, inside a larger act. */
export async function takeDown(
  tx: Tx,
  viewer: Viewer,
  scope: SpaceScope,
  { kind, id }: RemovableThing,
  reason: string,
): Promise<void> {
  if (kind === 'post') await deletePostWithin(tx, viewer, scope, id, reason);
  else await deleteCommentWithin(tx, viewer, scope, id, reason);
}
