import { defaultLocale } from '#contract/i18n/locale.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { enqueueEmail } from '#server/platform/email/enqueue-email.ts';
import { AppError } from '#server/platform/errors.ts';
import { defineRateLimit, windows } from '#server/platform/http/limits/rate-limit.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { withLocale } from '#server/platform/reader-locale.ts';
import { toPlainExcerpt } from '#server/platform/text/markdown.ts';
import { messageReportEmail } from './message-report.email.ts';
import { findReportableMessage, insertReport, type ReportableMessage } from './reports.queries.ts';

/** Emails to the operator about reported messages, in total and because of one reporter. */
const emailLimit = defineRateLimit('message-report-email', { perSubject: 10, seconds: windows.hour });
const reporterLimit = defineRateLimit('message-report-email-reporter', {
  perSubject: 3,
  seconds: windows.hour,
});

type ReportReason = 'spam' | 'harassment' | 'other';
const reasons: Record<ReportReason, Message> = {
  spam: msg('Spam'),
  harassment: msg('Harassment'),
  other: msg('Something else'),
};

interface MessageReport {
  message_id: string;
  reason: ReportReason;
  note?: string | undefined;
}

type ReportPlatform = Pick<Platform, 'db' | 'jobs' | 'config' | 'rateLimits' | 'log'>;

/** Emails the operator (`SUPPORT_EMAIL`) within the limits. */
async function emailOperator(
  tx: Tx,
  { jobs, config, rateLimits }: ReportPlatform,
  message: ReportableMessage,
  report: MessageReport & { id: string; reporter_id: string },
): Promise<void> {
  if (config.supportEmail === null) return;
  if ((await rateLimits.take(tx, reporterLimit, { each: report.reporter_id })) > 0) return;
  if ((await rateLimits.take(tx, emailLimit, { each: 'all' })) > 0) return;
  await enqueueEmail(jobs, tx, {
    to: config.supportEmail,
    template: messageReportEmail,
    // The operator has no account, and the request's locale is the reporter's.
    locale: defaultLocale,
    values: withLocale(defaultLocale, () => ({
      reporter_name: message.reporter_name,
      author_name: message.author_name,
      reason: t(reasons[report.reason]),
      note: report.note || t('No further details.'),
      excerpt: toPlainExcerpt(message.content),
      report_id: report.id,
    })),
  });
}

/**
 * Reports a message to the operator of the server: conversations belong to no space, so no moderator may read them. The report
 * is stored and logged either way. Returns whether the viewer had reported it before.
 * @throws AppError `message_not_found`, `cannot_report_self`, `report_note_required`
 */
export async function reportMessage(
  platform: ReportPlatform,
  viewer: Viewer,
  input: MessageReport,
): Promise<{ already: boolean }> {
  const { message_id, reason } = input;
  const note = input.note?.trim() || null;
  if (reason === 'other' && note === null) throw new AppError('report_note_required');
  return await platform.db.transaction().execute(async (tx) => {
    const message = await findReportableMessage(tx, viewer.user_id, message_id);
    if (!message) throw new AppError('message_not_found');
    if (message.sender_id === viewer.user_id) throw new AppError('cannot_report_self');
    const report = { id: newId(), message_id, reporter_id: viewer.user_id, reason };
    const isNew = await insertReport(tx, { ...report, note, content: message.content, created_at: nowIso() });
    if (!isNew) return { already: true };
    platform.log.warn({ report: report.id, message: message_id }, 'a message was reported to the operator');
    await emailOperator(tx, platform, message, { ...report, note: note ?? undefined });
    return { already: false };
  });
}
