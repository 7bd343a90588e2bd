import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { resolveOpenCase } from './moderation.queries.ts';
import { enqueueReporterNotifications } from './notify-reporters.job.ts';
import { announceCases } from './publish-cases.ts';

/** Closes the open report of a person who has just been banned, as a removal closes the report of what it removes. */
export async function resolveMemberCase(
  tx: Tx,
  jobs: Jobs,
  viewer: Viewer,
  spaceId: string,
  userId: string,
): Promise<void> {
  const decided = await resolveOpenCase(tx, spaceId, 'member', userId, {
    outcome: 'banned',
    outcome_reason: null,
    handled_by: viewer.user_id,
    resolved_at: nowIso(),
  });
  if (!decided) return;
  await announceCases(tx, spaceId, decided.author_id, -1);
  await enqueueReporterNotifications(tx, jobs, decided.id);
}
