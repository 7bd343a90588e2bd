import { msg, t } from '#contract/i18n/translate.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { JobKind, Jobs } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { notify } from '../../notifications/index.ts';
import { findResolvedCase, markReportersNotified, type ResolvedCase } from '../moderation.queries.ts';

const batchSize = 200;
const jobName = 'notify-reporters';

/** Enqueues notifying everyone who reported a case, in the transaction that resolves it. */
export async function enqueueReporterNotifications(tx: Tx, jobs: Jobs, caseId: string): Promise<void> {
  await jobs.enqueue(tx, jobName, { case_id: caseId });
}

const reviewed = {
  post: msg('Moderators reviewed the post you reported'),
  comment: msg('Moderators reviewed the comment you reported'),
  member: msg('Moderators reviewed the member you reported'),
} as const;
const actedOn = {
  post: msg('The post was removed. Thanks for letting us know.'),
  comment: msg('The comment was removed. Thanks for letting us know.'),
  member: msg('They took action. Thanks for letting us know.'),
} as const;

/** Returns the notification of a reporter: the outcome, but not who decided or why. */
export function toReportReviewedCopy({ kind, outcome }: Pick<ResolvedCase, 'kind' | 'outcome'>): {
  title: string;
  preview: string;
} {
  const title = t(reviewed[kind]);
  if (outcome === 'dismissed') return { title, preview: t('They decided to take no action.') };
  return { title, preview: t(actedOn[kind]) };
}

/**
 * Notifies each reporter of a resolved case once. Who has been notified is recorded in the same transaction, so
 * running it again or concurrently notifies no one twice. A moderator who resolved their own report isn't notified.
 */
export async function notifyReporters({ db }: Pick<Platform, 'db'>, caseId: string): Promise<void> {
  const resolved = await findResolvedCase(db, caseId);
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
            type: 'moderation',
            user_ids: reporters.filter((id) => id !== resolved_by),
            title: () => toReportReviewedCopy(resolved).title,
            content_preview: () => toReportReviewedCopy(resolved).preview,
            target: isOpenable
              ? { type: kind, id: resolved.target_id, post_id: resolved.post_id }
              : { type: 'space', id: space_id },
            params: { event: 'report_reviewed', kind, outcome },
          },
        ],
      });
      return reporters.length === batchSize;
    });
  }
}

export function notifyReportersJob(platform: Pick<Platform, 'db'>): JobKind<{ case_id: string }> {
  return { name: jobName, run: ({ case_id }) => notifyReporters(platform, case_id) };
}
