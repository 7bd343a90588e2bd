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
  ban: { space_id: string; user_id: string; banned_by: string },
): Promise<CaseRef | undefined> {
  return await updateOpenCaseOutcome(tx, ban.space_id, 'member', ban.user_id, {
    outcome: 'banned',
    outcome_reason: null,
    resolved_by: ban.banned_by,
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
