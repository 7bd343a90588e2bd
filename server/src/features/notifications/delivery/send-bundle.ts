import type { Notification } from '#contract/features/notifications/notifications.ts';
import { t } from '#contract/i18n/translate.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { EmailCheck } from '#server/platform/email/email-check.ts';
import { enqueueEmail } from '#server/platform/email/enqueue-email.ts';
import { toGreeting } from '#server/platform/email/greeting.ts';
import { newId } from '#server/platform/ids.ts';
import { withLocale } from '#server/platform/reader-locale.ts';
import { unsubscribeCopy } from '../email/email-copy.ts';
import { type NotificationMailer, needsConfirmedAddress } from '../email/email-notification.ts';
import { toUnsubscribeToken, unsubscribePath } from '../email/unsubscribe-token.ts';
import { listSentEntries } from '../entries.queries.ts';
import { hideClosed } from '../hide-closed.ts';
import { type BundleItem, bundleEmail, toItemsValue } from './bundle.email.ts';
import {
  type Decision,
  findBundleRecipient,
  listBundle,
  listDecisions,
  markSent,
  postpone,
} from './deliveries.queries.ts';
import { writeText } from './notification-text.ts';
import { withoutClosed } from './without-closed.ts';

/** Notifications in one email; the others are counted. */
const maxItems = 15;

function toHeadline(entries: readonly Notification[], space: string | null): string {
  if (space === null) {
    const count = new Set(entries.map(({ conversation_id }) => conversation_id)).size;
    return t('New messages in {count, plural, one {# conversation} other {# conversations}}', { count });
  }
  const count = entries.length;
  return t('{count, plural, one {# notification} other {# notifications}} from {space}', { count, space });
}

const checkName = 'bundle-is-wanted';

/** Enqueues an email with notifications of one user and space, or of their conversations, and marks them as sent. */
export async function enqueueBundle(
  tx: Tx,
  { jobs, publicUrl, secret }: NotificationMailer,
  decisions: readonly Decision[],
): Promise<void> {
  const [first] = decisions;
  if (!first) return;
  const { user_id, space_id } = first;
  const bundle_id = newId();
  const ids = await markSent(tx, decisions, bundle_id);
  const recipient = await findBundleRecipient(tx, user_id, space_id);
  const rows = await listSentEntries(
    tx,
    ids.map((id) => ({ id, user_id })),
  );
  const entries = await hideClosed(tx, rows);
  if (!recipient || entries.length === 0) return;
  const { email, locale, time_zone: timeZone, space_name } = recipient;
  entries.sort((one, two) => two.batch_updated_at.localeCompare(one.batch_updated_at));
  const type = space_id === null ? 'conversations' : 'notifications';
  const token = toUnsubscribeToken(secret, { user_id, space_id, type });
  const values = withLocale(locale, () => {
    const items = entries
      .slice(0, maxItems)
      .map((entry): BundleItem => writeText(entry, { publicUrl: publicUrl(), timeZone }));
    const others = entries.length - items.length;
    return {
      headline: entries.length === 1 ? `${items[0]?.sentence}` : toHeadline(entries, space_name),
      items: toItemsValue(items),
      more: others > 0 ? t('{count, plural, one {And # more} other {And # more}}', { count: others }) : '',
      title: space_name === null ? t('New messages') : t("What's new in {space}", { space: space_name }),
      list_label: space_name === null ? t('Open chat') : t('Open notifications'),
      list_url: `${publicUrl()}${space_name === null ? '/app/chat' : '/notifs'}`,
      greeting: toGreeting(recipient),
      unsubscribe_url: `${publicUrl()}${unsubscribePath}${token}`,
      unsubscribe_question: t(unsubscribeCopy[type].question, { space: space_name ?? '' }),
    };
  });
  const only_if = { check: checkName, about: { bundle_id, size: entries.length } };
  await enqueueEmail(jobs, tx, { to: email, locale, template: bundleEmail, values, only_if });
}

/**
 * Returns whether all notifications of an email are still to be sent. If one isn't, the email is dropped and `deliverDue`
 * decides about all of them again, so that no email contains what was read.
 */
const isBundleWanted: EmailCheck = async ({ db, config, targets }, about) => {
  const { bundle_id, size } = about as { bundle_id: string; size: number };
  return await db.transaction().execute(async (tx) => {
    const deliveries = await listBundle(tx, bundle_id);
    const decided = await listDecisions(tx, deliveries, { confirmed_only: needsConfirmedAddress(config) });
    const decisions = await withoutClosed({ db: tx, targets }, decided);
    // Otherwise one was deleted, or read and renewed.
    const isComplete = decisions.length === size;
    if (isComplete && decisions.every(({ is_wanted, hold_until }) => is_wanted && hold_until === null))
      return true;
    await postpone(tx, decisions, nowIso());
    return false;
  });
};

export const bundleChecks: Record<string, EmailCheck> = { [checkName]: isBundleWanted };
