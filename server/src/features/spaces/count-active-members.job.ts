import { nowMs } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { updateActiveMemberCounts } from './spaces.queries.ts';

const activePeriodMs = 30 * 24 * 60 * 60 * 1000;

/** Updates the number of active members of all spaces. */
export async function countActiveMembers(db: Database): Promise<void> {
  await updateActiveMemberCounts(db, new Date(nowMs() - activePeriodMs).toISOString());
}

/** Updates every hour what Discover recommends by: the members who joined, wrote or were seen in the last 30 days. */
export function countActiveMembersJob(db: Database): JobKind {
  return {
    name: 'count-active-members',
    schedule: '52 * * * *',
    runsAtStart: true,
    run: () => countActiveMembers(db),
  };
}
