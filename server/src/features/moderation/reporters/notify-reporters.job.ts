import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { JobKind, Jobs } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { notify } from '../../notifications/index.ts';
import { findResolvedCase, markReportersNotified } from '../moderation.queries.ts';

const batchSize = 200;
const jobName = 'notify-reporters';

/** Enqueues notifying everyone who reported a case, in the transaction that resolves it. */
export async function enqueueReporterNotifications(tx: Tx, jobs: Jobs, caseId: string): Promise<void> {
  await jobs.enqueue(tx, jobName, { case_id: caseId });
}

/**
 * Notifies each reporter of a resolved case once. Who has been notified is recorded in the same transaction, so
 * running it again or concurrently notifies no one twice. A moderator who resolved their own report isn't notified.
 */
export async function notifyReporters(
  { db, targets }: Pick<Platform, 'db' | 'targets'>,
  caseId: string,
): Promise<void> {
  const resolved = await findResolvedCase(db, targets, caseId);
  if (!resolved) return;
  const { space_id, kind, outcome, resolved_by } = resolved;
  const isOpenable = resolved.is_available && kind !== 'member';
  for (let more = true; more; ) {
    more = await db.transaction().execute(async (tx) => {
      const reporters = await markReportersNotified(tx, caseId, nowIso(), batchSize);
      await notify(tx, {
        space_id,
        actor_id: null,
        notifications: [
          {
            type: 'report_reviewed',
            user_ids: reporters.filter((id) => id !== resolved_by),
            params: { kind, outcome },
            target: isOpenable
              ? { kind, id: resolved.target_id, post_id: resolved.post_id }
              : { kind: 'space', id: space_id },
          },
        ],
      });
      return reporters.length === batchSize;
    });
  }
}

export function notifyReportersJob(platform: Pick<Platform, 'db' | 'targets'>): JobKind<{ case_id: string }> {
  return { name: jobName, run: ({ case_id }) => notifyReporters(platform, case_id) };
}
