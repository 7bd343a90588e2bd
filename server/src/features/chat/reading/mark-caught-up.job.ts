import { nowMs } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { markCaughtUp, type ParticipantKey } from './caught-up.queries.ts';

/** A whole day more than needed, so that a message with the time of another process's clock is never on an earlier day. */
const quietDays = 1;
const day = 24 * 60 * 60 * 1000;

/** Leaves conversations that were read and are quiet out of the counting of unread messages. Safe to run at any time. */
export async function markQuietAsCaughtUp(db: Database, batchSize = 1_000): Promise<void> {
  const before = new Date(nowMs() - quietDays * day).toISOString().slice(0, 10);
  let after: ParticipantKey | null = null;
  do after = await markCaughtUp(db, { before, after, limit: batchSize });
  while (after);
}

export const markCaughtUpJob = (db: Database): JobKind => ({
  name: 'mark-caught-up',
  schedule: '23 2 * * *',
  run: () => markQuietAsCaughtUp(db),
});
