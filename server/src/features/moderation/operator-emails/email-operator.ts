import { defaultLocale } from '#contract/i18n/locale.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { enqueueEmail } from '#server/platform/email/enqueue-email.ts';
import { defineRateLimit, windows } from '#server/platform/http/limits/rate-limit.ts';
import type { Platform } from '#server/platform/platform.ts';
import { withLocale } from '#server/platform/reader-locale.ts';
import { capabilityOf } from '#server/platform/targets.ts';
import { getReportContext, type ReportTarget } from '../moderation.queries.ts';
import { countUnsentReport, takeUnsentReports } from './operator-emails.queries.ts';
import { operatorReportEmail } from './operator-report.email.ts';

/** At most one email in this time about one person, in milliseconds. */
const emailInterval = 60 * 60 * 1000;

/** Emails to the operator about reports, in total and because of one reporter. */
const operatorLimit = defineRateLimit('operator-email', { perSubject: 10, seconds: windows.hour });
const reporterLimit = defineRateLimit('operator-email-reporter', { perSubject: 3, seconds: windows.hour });

/** Returns the sentence about reports that no email has mentioned; empty for none. */
function toUnsentText(count: number): string {
  if (count === 0) return '';
  return t(
    "{count, plural, one {# more report wasn't emailed because of the hourly limit; see the server's log.} other {# more reports weren't emailed because of the hourly limit; see the server's log.}}",
    { count },
  );
}

const reasons: Record<string, Message> = {
  spam: msg('Spam'),
  harassment: msg('Harassment'),
  other: msg('Something else'),
};

function reasonText(reason: string): string {
  const label = Object.hasOwn(reasons, reason) ? reasons[reason] : undefined;
  return label ? t(label) : reason;
}

/**
 * Emails the server's operator (`SUPPORT_EMAIL`) about a report that no moderator of the space can review: at most one
 * email an hour about one person, and within the limits of one reporter and of all reports. The next email mentions how
 * many reports were left out. Sends nothing without that setting. The report is in the server log and the space's queue
 * either way. Call it last: it locks all counts of these emails.
 */
export async function emailOperator(
  tx: Tx,
  {
    targets,
    jobs,
    config,
    publicUrl,
    rateLimits,
  }: Pick<Platform, 'targets' | 'jobs' | 'config' | 'publicUrl' | 'rateLimits'>,
  input: {
    case: ReportTarget & { space_id: string; case_id: string };
    /** `reason` is the text of the broken rule, or one of the other reasons. */
    report: { reporter_id: string; reason: string; note: string; at: string };
  },
): Promise<void> {
  const { case: reported, report } = input;
  if (config.supportEmail === null) return;
  const emailedAt = await countUnsentReport(tx, reported.author_id);
  if (emailedAt !== null && Date.parse(report.at) - Date.parse(emailedAt) < emailInterval) return;
  if ((await rateLimits.take(tx, reporterLimit, { each: report.reporter_id })) > 0) return;
  if ((await rateLimits.take(tx, operatorLimit, { each: 'all' })) > 0) return;
  const unsent = (await takeUnsentReports(tx, reported.author_id, report.at)) - 1;
  const context = await getReportContext(tx, reported.space_id, reported.author_id, report.reporter_id);
  const base = `${publicUrl()}/${context.subdomain}`;
  await enqueueEmail(jobs, tx, {
    to: config.supportEmail,
    template: operatorReportEmail,
    // The operator has no account, and the request's locale is the reporter's.
    locale: defaultLocale,
    values: withLocale(defaultLocale, () => ({
      space_name: context.space_name,
      author_name: context.author_name,
      reporter_name: context.reporter_name,
      reported: capabilityOf(targets, reported.kind, 'reports').label(context.author_name),
      reason: reasonText(report.reason),
      note: report.note === '' ? t('No further details.') : report.note,
      case_id: reported.case_id,
      unsent: toUnsentText(unsent),
      reported_url: reported.post_id === null ? `${base}/about` : `${base}/space/${reported.post_id}`,
    })),
  });
}
