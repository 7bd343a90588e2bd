import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { publish, spaceChannel } from '#server/platform/live/publish.ts';
import { lockLists, type NotificationMailer } from '../../notifications/index.ts';
import { notifyWaitlistPromotions } from '../notifications/notify-waitlist-promotions.ts';
import { applyRsvps, publishRsvps } from './give-seats.ts';
import { listRsvpTargetsOfUser, removeHost } from './rsvps.queries.ts';

/**
 * Removes a former member from upcoming events: their seats go to the waitlist, and they are no longer a host. Past
 * events stay unchanged.
 */
export async function freeSeats(
  tx: Tx,
  spaceId: string,
  userId: string,
  mailer: NotificationMailer,
): Promise<void> {
  const at = nowIso();
  const events = await listRsvpTargetsOfUser(tx, spaceId, userId, at);
  const changes = await applyRsvps(tx, events, userId, null);
  await publishRsvps(tx, spaceId, changes);
  const hosted = await removeHost(tx, spaceId, userId, at);
  if (hosted.length > 0) await publish(tx, spaceChannel(spaceId), 'calendar.changed', { space_id: spaceId });
  const moved = changes.flatMap(({ rsvps }) => rsvps.filter(({ rsvp }) => rsvp === 'going'));
  // The former member's list changes after this one, so all lists are locked first, in one order.
  if (moved.length > 0) await lockLists(tx, [userId, ...moved.map(({ user_id }) => user_id)]);
  await notifyWaitlistPromotions(tx, mailer, changes, userId);
}
