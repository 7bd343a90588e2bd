import { nowMs } from '#server/platform/clock.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { FetchPolicy } from '#server/platform/outgoing/fetch-limited.ts';
import type { Platform } from '#server/platform/platform.ts';
import { reportUnavailable } from '#server/platform/unavailable.ts';
import { needsConfirmedAddress } from '../email/email-notification.ts';
import { sendPushes } from '../push/send-push.ts';
import {
  backOff,
  claimDue,
  type Decision,
  deleteDeliveries,
  listDecisions,
  postpone,
  queueDueBroadcast,
} from './deliveries.queries.ts';
import { enqueueBundle } from './send-bundle.ts';
import { withoutClosed } from './without-closed.ts';

/** Deliveries that are claimed together. If there are that many, the next ones follow at once. */
const batchSize = 200;
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

/**
 * Decides about the deliveries that are due, and sends those that are wanted. Returns whether there may be more. Ends early
 * once `stopping` is aborted.
 */
export async function deliverDue(
  platform: Platform,
  { policy, stopping }: { policy?: FetchPolicy; stopping?: AbortSignal } = {},
): Promise<boolean> {
  const { db, config } = platform;
  // All of them first, so that one email contains what is due at the same time.
  while (stopping?.aborted !== true && (await queueDueBroadcast(db)));
  const claimed = await claimDue(db, batchSize, new Date(nowMs() + claimTime).toISOString());
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
    { policy, decidedAt, mayStart: () => stopping?.aborted !== true && nowMs() < pushUntil },
  );
  return stopping?.aborted !== true;
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
