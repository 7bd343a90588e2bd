import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { FetchPolicy } from '#server/platform/outgoing/fetch-limited.ts';
import type { Platform } from '#server/platform/platform.ts';
import { reportUnavailable } from '#server/platform/unavailable.ts';
import { needsConfirmedAddress } from '../email/email-notification.ts';
import { sendPushes } from '../push/send-push.ts';
import {
  backOff,
  type Channel,
  claimDue,
  type Decision,
  deleteDeliveries,
  listDecisions,
  postpone,
  queueDueBroadcast,
} from './deliveries.queries.ts';
import { enqueueBundle } from './send-bundle.ts';
import { withoutClosed } from './without-closed.ts';

/** Emails that are claimed together, and pushes. If there are that many, the next ones follow at once. */
const batchSize = 200;
/**
 * How many portions of broadcasts, of up to 1,000 users each, are queued before a batch is claimed. If no more emails than that
 * are due, each user gets one for all that is due in a space. If there are more, sending goes on meanwhile, and only users of the
 * batches that are claimed before the last portion is queued can get two. Each push is sent by itself.
 */
const portionsPerBatch: Record<Channel, number> = { email: 50, push: 5 };
/** How long a process may take for a batch before others send it, in milliseconds. */
const claimTime = 2 * 60_000;
/** How long pushes of a batch are started, in milliseconds. The others are decided again in the next batch. */
const pushTime = 30_000;

/** Enqueues an email. If it fails, its notifications are tried again later, and the other emails aren't affected. */
async function sendBundle(platform: Platform, bundle: readonly Decision[]): Promise<void> {
  try {
    await platform.db.transaction().execute((tx) => enqueueBundle(tx, platform, bundle));
  } catch (error) {
    const { user_id, space_id } = bundle[0] ?? {};
    if (!reportUnavailable(platform.log, error))
      platform.log.warn({ err: error, user_id, space_id }, 'an email with notifications failed');
    await backOff(platform.db, bundle);
  }
}

const isHeld = (decision: Decision): decision is Decision & { hold_until: string } =>
  decision.hold_until !== null;

/** Queues what is due of broadcasts at `now`. What becomes due meanwhile waits for the next batch, like everything due by then. */
async function queueBroadcasts(db: Db, now: string, isStopping: () => boolean): Promise<void> {
  for (const channel of ['push', 'email'] as const) {
    let left = portionsPerBatch[channel];
    while (left > 0 && !isStopping() && (await queueDueBroadcast(db, channel, now))) left -= 1;
  }
}

/**
 * Decides about the deliveries that are due, and sends those that are wanted. Returns whether there may be more. Ends early
 * once `stopping` is aborted.
 */
export async function deliverDue(
  platform: Platform,
  { policy, stopping }: { policy?: FetchPolicy; stopping?: AbortSignal } = {},
): Promise<boolean> {
  const { db, config } = platform;
  const isStopping = () => stopping?.aborted === true;
  // The same time for both: what is due later isn't claimed before all of it is queued.
  const now = nowIso();
  await queueBroadcasts(db, now, isStopping);
  if (isStopping()) return false;
  const until = new Date(nowMs() + claimTime).toISOString();
  const claimed = await claimDue(db, { limit: batchSize, now, until });
  if (claimed.length === 0) return false;
  const decided = await listDecisions(db, claimed, { confirmed_only: needsConfirmedAddress(config) });
  const decidedAt = nowMs();
  const decisions = await withoutClosed(platform, decided);
  const pushUntil = decidedAt + pushTime;
  await deleteDeliveries(
    db,
    decisions.filter(({ is_wanted }) => !is_wanted),
  );
  const wanted = decisions.filter(({ is_wanted }) => is_wanted);
  const [ready, held] = [wanted.filter(({ hold_until }) => hold_until === null), wanted.filter(isHeld)];
  for (const [until, deliveries] of Map.groupBy(held, ({ hold_until }) => hold_until))
    await postpone(db, deliveries, until);
  const emailed = ready.filter(({ channel }) => channel === 'email');
  const bundles = Map.groupBy(emailed, ({ user_id, space_id }: Decision) => `${user_id} ${space_id ?? ''}`);
  for (const bundle of bundles.values()) await sendBundle(platform, bundle);
  await sendPushes(
    platform,
    ready.filter(({ channel }) => channel === 'push'),
    { policy, decidedAt, mayStart: () => !isStopping() && nowMs() < pushUntil },
  );
  return !isStopping();
}

/**
 * Sends what is due, every few seconds. What is sent is decided here and not when people are notified: they may have
 * read it since, or it may be quiet.
 */
export function deliverNotificationsJob(platform: Platform): JobKind {
  return {
    name: 'deliver-notifications',
    everySeconds: 5,
    async run(_data, stopping) {
      while (await deliverDue(platform, { stopping }));
    },
  };
}
