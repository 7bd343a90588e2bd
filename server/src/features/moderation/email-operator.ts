import { nowMs } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { enqueueEmail } from '#server/platform/email/enqueue-email.ts';
import {
  countDailyHit,
  countHit,
  countHits,
  takeDailyHits,
} from '#server/platform/http/rate-limit.queries.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getReportContext, hasRecentCase, type ReportTarget } from './moderation.queries.ts';

/** At most one email an hour about one person in one space. */
const emailIntervalMs = 60 * 60 * 1000;

/** Emails in an hour because of one reporter, about one person, and in total. */
const emailsPerHour = { person: 3, total: 10 };
const unsentKey = 'operator-emails-unsent';

/** Counts an email. What goes beyond the limits is counted instead, for the next one to mention. */
async function countEmail(tx: Tx, reporterId: string, authorId: string): Promise<boolean> {
  const at = nowMs();
  const window = new Date(at - (at % emailIntervalMs));
  const keys = [`operator-email:reporter:${reporterId}`, `operator-email:author:${authorId}`];
  const hits = await countHits(tx, keys, window);
  const isWithin =
    keys.every((key) => (hits.get(key) ?? 0) <= emailsPerHour.person) &&
    (await countHit(tx, 'operator-email:total', window)) <= emailsPerHour.total;
  if (!isWithin) await countDailyHit(tx, unsentKey);
  return isWithin;
}

/** What an email says about those that the limits kept back since the one before; empty for none. */
function toUnsentText(count: number): string {
  if (count === 0) return '';
  const reports = count === 1 ? "1 more report wasn't" : `${count} more reports weren't`;
  return `${reports} emailed because of the hourly limit; see the server's log.`;
}

const reasons: Record<string, string> = { spam: 'Spam', harassment: 'Harassment', other: 'Something else' };

/**
 * Emails the server's operator (`SUPPORT_EMAIL`) about a report that no moderator of the space can review. Sends
 * nothing without that setting. The report is in the server log and the space's queue either way.
 */
export async function emailOperator(
  tx: Tx,
  { jobs, config, publicUrl }: Pick<Platform, 'jobs' | 'config' | 'publicUrl'>,
  input: {
    case: ReportTarget & { space_id: string; is_new: boolean; case_id: string };
    /** `reason` is the text of the broken rule, or one of the other reasons. */
    report: { reporter_id: string; reason: string; note: string; at: string };
  },
): Promise<void> {
  const { case: reported, report } = input;
  if (config.supportEmail === null || !reported.is_new) return;
  const since = new Date(Date.parse(report.at) - emailIntervalMs).toISOString();
  const about = { id: reported.case_id, author_id: reported.author_id };
  if (await hasRecentCase(tx, reported.space_id, about, since)) return;
  if (config.rateLimits && !(await countEmail(tx, report.reporter_id, reported.author_id))) return;
  const unsent = toUnsentText(await takeDailyHits(tx, unsentKey));
  const context = await getReportContext(tx, reported.space_id, reported.author_id, report.reporter_id);
  const base = `${publicUrl()}/${context.subdomain}`;
  await enqueueEmail(jobs, tx, {
    to: config.supportEmail,
    template: 'operator-report',
    values: {
      space_name: context.space_name,
      author_name: context.author_name,
      reporter_name: context.reporter_name,
      reported:
        reported.kind === 'member' ? context.author_name : `a ${reported.kind} by ${context.author_name}`,
      reason: reasons[report.reason] ?? report.reason,
      note: report.note === '' ? 'No further details.' : report.note,
      case_id: reported.case_id,
      unsent,
      reported_url: reported.post_id === null ? `${base}/about` : `${base}/space/${reported.post_id}`,
    },
  });
}
