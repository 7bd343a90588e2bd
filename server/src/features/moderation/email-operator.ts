import type { Tx } from '#server/platform/db/database.ts';
import { enqueueEmail } from '#server/platform/email/enqueue-email.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getReportContext, hasRecentCase, type ReportTarget } from './moderation.queries.ts';

/** At most one email an hour about one person in one space. */
const emailIntervalMs = 60 * 60 * 1000;

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
      reported_url: reported.post_id === null ? `${base}/about` : `${base}/space/${reported.post_id}`,
    },
  });
}
