import { defaultLocale } from '#contract/i18n/locale.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
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
import { withLocale } from '#server/platform/reader-locale.ts';
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

/** Returns how many emails the limits held back since the last one, as a sentence; empty for none. */
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

const reportedContent: Record<ReportTarget['kind'], (author: string) => string> = {
  post: (author) => t('a post by {author}', { author }),
  comment: (author) => t('a comment by {author}', { author }),
  member: (author) => author,
};

function reasonText(reason: string): string {
  const label = Object.hasOwn(reasons, reason) ? reasons[reason] : undefined;
  return label ? t(label) : reason;
}

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
  const unsent = await takeDailyHits(tx, unsentKey);
  const context = await getReportContext(tx, reported.space_id, reported.author_id, report.reporter_id);
  const base = `${publicUrl()}/${context.subdomain}`;
  await enqueueEmail(jobs, tx, {
    to: config.supportEmail,
    template: 'operator-report',
    // The operator has no account, and the request's locale is the reporter's.
    locale: defaultLocale,
    values: withLocale(defaultLocale, () => ({
      space_name: context.space_name,
      author_name: context.author_name,
      reporter_name: context.reporter_name,
      reported: reportedContent[reported.kind](context.author_name),
      reason: reasonText(report.reason),
      note: report.note === '' ? t('No further details.') : report.note,
      case_id: reported.case_id,
      unsent: toUnsentText(unsent),
      reported_url: reported.post_id === null ? `${base}/about` : `${base}/space/${reported.post_id}`,
    })),
  });
}
