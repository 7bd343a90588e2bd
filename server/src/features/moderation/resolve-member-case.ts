import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { type CaseRef, updateOpenCaseOutcome } from './moderation.queries.ts';
import { publishOpenCases } from './publish-cases.ts';
import { enqueueReporterNotifications } from './reporters/notify-reporters.job.ts';

/**
 * Resolves the open case about a member who has just been banned. Returns the case for `publishResolved`, which the caller
 * calls last, or undefined if there was none.
 */
export async function resolveMemberCase(
  tx: Tx,
  viewer: Viewer,
  spaceId: string,
  userId: string,
): Promise<CaseRef | undefined> {
  return await updateOpenCaseOutcome(tx, spaceId, 'member', userId, {
    outcome: 'banned',
    outcome_reason: null,
    resolved_by: viewer.user_id,
    resolved_at: nowIso(),
  });
}

/** Publishes that cases were resolved and notifies their reporters. Call it last: it locks the space's counts. */
export async function publishResolved(
  tx: Tx,
  jobs: Jobs,
  spaceId: string,
  resolved: (CaseRef | undefined)[],
): Promise<void> {
  for (const found of resolved) {
    if (!found) continue;
    await publishOpenCases(tx, spaceId, found.author_id, -1);
    await enqueueReporterNotifications(tx, jobs, found.id);
  }
}
