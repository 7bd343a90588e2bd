import { toOriginName } from '#contract/features/notifications/notification-copy.ts';
import { declarationOf } from '#contract/features/notifications/notification-types.ts';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { FetchPolicy } from '#server/platform/outgoing/fetch-limited.ts';
import type { Platform } from '#server/platform/platform.ts';
import { withLocale } from '#server/platform/reader-locale.ts';
import { reportUnavailable } from '#server/platform/unavailable.ts';
import {
  backOff,
  type Decision,
  deleteDeliveries,
  listDecisions,
  markSent,
  postpone,
} from '../delivery/deliveries.queries.ts';
import { writeText } from '../delivery/notification-text.ts';
import { withoutClosed } from '../delivery/without-closed.ts';
import { needsConfirmedAddress } from '../email/email-notification.ts';
import { countUnread, listSentEntries } from '../entries.queries.ts';
import { hideClosed } from '../hide-closed.ts';
import {
  deleteGone,
  findPostSlug,
  getReader,
  listSubscriptions,
  recordFailure,
  recordPush,
  type UserSubscription,
} from './push.queries.ts';
import { type PushContent, pushTo } from './push-message.ts';
import { runBounded } from './run-bounded.ts';

/** Pushes that are sent at the same time, so that slow push services hold up few others. */
const maxPushes = 40;
/** How many of them go to one push service. Anyone may name a slow one as theirs. */
const maxPushesPerHost = 10;
/** How long a decision holds, in milliseconds: slow push services hold up the others, which may be read meanwhile. */
const decisionTime = 1_000;

/** Writes a notification for devices, in the language and time zone of its user. */
function toContent(
  entry: Notification,
  about: Pick<PushContent, 'page_url' | 'locale' | 'unread_count'> & { publicUrl: string; timeZone: string },
): PushContent {
  const { push, is_listed } = declarationOf(entry.type);
  const { publicUrl, timeZone, ...shown } = about;
  return withLocale(shown.locale, () => {
    const { sentence, detail, short, url } = writeText(entry, { publicUrl, timeZone });
    return {
      ...shown,
      title: toOriginName(entry),
      body: short ?? [sentence, detail].filter(Boolean).join('\n'),
      url,
      tag: entry.id.replaceAll('-', ''),
      notification_id: is_listed ? entry.id : null,
      urgency: push?.urgency ?? 'normal',
      ttl: push?.ttl ?? 0,
    };
  });
}

/** A push that is decided, and what came of it so far. */
interface Pending {
  decision: Decision;
  entry: Notification;
  /** Pushes to browsers that haven't ended. */
  left: number;
  /** The subscriptions that have got it. */
  pushed_to: string[];
  /** When to try again; null if no browser is left that may take it later. */
  retry_at: string | null;
  /** When it was decided that it is to be sent. */
  decided_at: number;
  /** It was dropped, or postponed, because of an error or because it isn't to be sent anymore. */
  is_over: boolean;
  content?: Promise<PushContent>;
}

/** A notification for one browser. */
interface Push {
  pending: Pending;
  subscription: UserSubscription;
}

const earlier = (one: string | null, two: string | null) => (one === null || (two && two < one) ? two : one);

const toHost = ({ subscription }: Push) => URL.parse(subscription.endpoint)?.host ?? '';

/** Returns the address of the page of the post that an entry leads to; null if it leads to another page. */
async function findPostUrl(db: Db, entry: Notification, publicUrl: string): Promise<string | null> {
  const postId = entry.target_type === 'post' ? entry.target_id : entry.post_id;
  // A slug tells the title: those who don't see that don't get it.
  if (!entry.space || !postId || entry.post_title === null || entry.target_type === 'course') return null;
  const slug = await findPostSlug(db, postId);
  return slug && `${publicUrl}/${entry.space.subdomain}/post/${encodeURIComponent(slug)}`;
}

async function loadContent(platform: Platform, { decision, entry }: Pending): Promise<PushContent> {
  const { db } = platform;
  const publicUrl = platform.publicUrl();
  const [{ locale, time_zone: timeZone }, { unread_count }, page_url] = await Promise.all([
    getReader(db, decision.user_id),
    countUnread(db, decision.user_id),
    findPostUrl(db, entry, publicUrl),
  ]);
  return toContent(entry, { publicUrl, page_url, locale, timeZone, unread_count });
}

/** Records that a notification has been pushed, or when to try the browsers that failed. */
async function settle(
  db: Db,
  { decision, retry_at, pushed_to }: Pick<Pending, 'decision' | 'retry_at' | 'pushed_to'>,
) {
  if (retry_at === null) await markSent(db, [decision]);
  else await postpone(db, [decision], retry_at, pushed_to);
}

/** Decides again about a notification if that was a while ago. Drops or postpones it unless it is still to be sent. */
async function isStillWanted(platform: Platform, pending: Pending): Promise<boolean> {
  const { decision, pushed_to } = pending;
  if (nowMs() - pending.decided_at <= decisionTime) return true;
  const { db, config } = platform;
  const decided = await listDecisions(db, [decision], { confirmed_only: needsConfirmedAddress(config) });
  const [now] = await withoutClosed(platform, decided);
  pending.decided_at = nowMs();
  if (now?.is_wanted && now.hold_until === null) return true;
  pending.is_over = true;
  if (now?.hold_until && now.is_wanted) await postpone(db, [decision], now.hold_until, pushed_to);
  else await deleteDeliveries(db, [decision]);
  return false;
}

/** Pushes a notification to a browser. `failing` are the subscriptions that failed since they were listed. */
async function push(
  platform: Platform,
  { pending, subscription }: Push,
  { failing, policy }: { failing: Map<string, string | null>; policy: FetchPolicy | undefined },
): Promise<void> {
  const { db } = platform;
  const { id } = subscription;
  if (!failing.has(id)) {
    pending.content ??= loadContent(platform, pending);
    const result = await pushTo(platform, subscription, await pending.content, policy);
    if (result === 'gone') await deleteGone(db, id);
    else if (result === 'failed') failing.set(id, await recordFailure(db, id));
    else await recordPush(db, id, result === 'sent');
    if (result === 'sent') pending.pushed_to.push(id);
    if (result !== 'failed') return;
  }
  pending.retry_at = earlier(pending.retry_at, failing.get(id) ?? null);
}

/** Returns the pushes that are worth sending now, by notification and browser. Those that aren't are dropped or postponed. */
async function listPushes(db: Db, decisions: readonly Decision[], decidedAt: number): Promise<Push[]> {
  const [rows, subscriptions] = await Promise.all([
    listSentEntries(
      db,
      decisions.map(({ entry_id, user_id }) => ({ id: entry_id, user_id })),
    ),
    listSubscriptions(db, [...new Set(decisions.map(({ user_id }) => user_id))]),
  ]);
  const entries = await hideClosed(db, rows);
  const entryByKey = new Map(entries.map((entry) => [`${entry.user_id} ${entry.id}`, entry]));
  const byUser = Map.groupBy(subscriptions, ({ user_id }) => user_id);
  const now = nowIso();
  const pushes: Push[] = [];
  for (const decision of decisions) {
    const entry = entryByKey.get(`${decision.user_id} ${decision.entry_id}`);
    if (!entry) continue;
    const ttl = (declarationOf(entry.type).push?.ttl ?? 0) * 1000;
    if (Date.parse(decision.queued_at) + ttl < nowMs()) {
      await deleteDeliveries(db, [decision]);
      continue;
    }
    const pending: Pending = {
      decision,
      entry,
      left: 0,
      pushed_to: [],
      retry_at: null,
      decided_at: decidedAt,
      is_over: false,
    };
    for (const subscription of byUser.get(decision.user_id) ?? []) {
      if (decision.pushed_to.includes(subscription.id)) continue;
      if (subscription.retry_at !== null && subscription.retry_at > now) {
        pending.retry_at = earlier(pending.retry_at, subscription.retry_at);
        continue;
      }
      pending.left += 1;
      pushes.push({ pending, subscription });
    }
    if (pending.left === 0) await settle(db, pending);
  }
  return pushes;
}

/**
 * Pushes notifications that were decided to be sent. They are noted as sent afterward: if this process ends in between, they
 * are sent again with the same topic and tag, and replace themselves on the device. Once `mayStart` returns false, those
 * that haven't been sent are due again at once.
 */
export async function sendPushes(
  platform: Platform,
  decisions: readonly Decision[],
  {
    policy,
    decidedAt,
    mayStart,
  }: { policy: FetchPolicy | undefined; decidedAt: number; mayStart: () => boolean },
): Promise<void> {
  if (decisions.length === 0) return;
  const { db, log } = platform;
  const failing = new Map<string, string | null>();
  const unsent = await runBounded(
    await listPushes(db, decisions, decidedAt),
    { total: maxPushes, perKey: maxPushesPerHost, toKey: toHost, mayStart },
    async (one) => {
      const { pending } = one;
      if (pending.is_over) return;
      try {
        if (!(await isStillWanted(platform, pending))) return;
        await push(platform, one, { failing, policy });
        pending.left -= 1;
        if (pending.left === 0) await settle(db, pending);
      } catch (error) {
        pending.is_over = true;
        const { entry_id, user_id } = pending.decision;
        if (!reportUnavailable(log, error))
          log.warn({ err: error, entry_id, user_id }, 'a push notification failed');
        await backOff(db, [pending.decision]);
      }
    },
  );
  for (const { decision, pushed_to, is_over } of new Set(unsent.map(({ pending }) => pending)))
    if (!is_over) await settle(db, { decision, pushed_to, retry_at: nowIso() });
}
