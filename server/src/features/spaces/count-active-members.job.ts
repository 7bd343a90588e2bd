import { nowMs } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { updateActiveMemberCounts } from './spaces.queries.ts';

const activeFor = 30 * 24 * 60 * 60 * 1000;

/** Counts them now, for all spaces. */
export async function countActiveMembers(db: Database): Promise<void> {
  await updateActiveMemberCounts(db, new Date(nowMs() - activeFor).toISOString());
}

/** Keeps what discover recommends by. Until people's presence is recorded, joining and writing stand for being there. */
export function countActiveMembersJob(db: Database): JobKind {
  return {
    name: 'count-active-members',
    schedule: '52 * * * *',
    runsAtStart: true,
    run: () => countActiveMembers(db),
  };
}
