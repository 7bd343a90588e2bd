import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { resolveOpenCase } from './moderation.queries.ts';
import { enqueueReporterNotifications } from './notify-reporters.job.ts';
import { publishOpenCases } from './publish-cases.ts';

/**
 * Resolves the open case about a person who was just banned, as a removal resolves the case about the removed
 * content.
 */
export async function resolveMemberCase(
  tx: Tx,
  jobs: Jobs,
  viewer: Viewer,
  spaceId: string,
  userId: string,
): Promise<void> {
  const resolved = await resolveOpenCase(tx, spaceId, 'member', userId, {
    outcome: 'banned',
    outcome_reason: null,
    handled_by: viewer.user_id,
    resolved_at: nowIso(),
  });
  if (!resolved) return;
  await publishOpenCases(tx, spaceId, resolved.author_id, -1);
  await enqueueReporterNotifications(tx, jobs, resolved.id);
}
