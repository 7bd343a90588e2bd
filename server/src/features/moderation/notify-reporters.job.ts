import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { JobKind, Jobs } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { notify } from '../notifications/index.ts';
import { type DecidedCase, findDecidedCase, updateReportersNotified } from './moderation.queries.ts';

const peopleAtOnce = 200;
const jobName = 'notify-reporters';

/** Queues the notification of everyone who reported what this case is about, with the transaction that decides it. */
export async function enqueueReporterNotifications(tx: Tx, jobs: Jobs, caseId: string): Promise<void> {
  await jobs.enqueue(tx, jobName, { case_id: caseId });
}

/** What a reporter reads about a decision: what became of it, not who decided or why. */
export function toReportReviewedCopy({ kind, outcome }: Pick<DecidedCase, 'kind' | 'outcome'>): {
  title: string;
  preview: string;
} {
  const title = `Moderators reviewed the ${kind} you reported`;
  if (outcome === 'dismissed') return { title, preview: 'They decided to take no action.' };
  if (kind === 'member') return { title, preview: 'They took action. Thanks for letting us know.' };
  return { title, preview: `The ${kind} was removed. Thanks for letting us know.` };
}

/**
 * Notifies each reporter of a decided case once. Who is notified is noted in the same transaction, so that running it
 * twice, or twice at once, notifies nobody twice. Whoever decided about their own report knows.
 */
export async function notifyReporters({ db }: Pick<Platform, 'db'>, caseId: string): Promise<void> {
  const decided = await findDecidedCase(db, caseId);
  if (!decided) return;
  const { title, preview } = toReportReviewedCopy(decided);
  const { space_id, kind, outcome, handled_by } = decided;
  const isOpenable = decided.is_there && kind !== 'member';
  for (let more = true; more; ) {
    more = await db.transaction().execute(async (tx) => {
      const reporters = await updateReportersNotified(tx, caseId, nowIso(), peopleAtOnce);
      await notify(tx, {
        space_id,
        actor_id: null,
        notifications: [
          {
            type: 'moderation',
            user_ids: reporters.filter((id) => id !== handled_by),
            title,
            content_preview: preview,
            target: isOpenable
              ? { type: kind, id: decided.target_id, post_id: decided.post_id }
              : { type: 'space', id: space_id },
            params: { event: 'report_reviewed', kind, outcome },
          },
        ],
      });
      return reporters.length === peopleAtOnce;
    });
  }
}

export function notifyReportersJob(platform: Pick<Platform, 'db'>): JobKind<{ case_id: string }> {
  return { name: jobName, run: ({ case_id }) => notifyReporters(platform, case_id) };
}
