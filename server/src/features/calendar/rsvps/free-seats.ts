import { nowText } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { publish, spaceTopic } from '#server/platform/live/publish.ts';
import type { NoticeMailer } from '../../notifications/index.ts';
import { tellSeats } from '../notices/tell-seats.ts';
import { giveAnswer, publishRsvps, type RsvpChange } from './give-seats.ts';
import { selectEventsAnsweredBy, updateHostGone } from './rsvps.queries.ts';

/**
 * Takes somebody who is no longer a member out of the events that lie ahead: seats go to the first waiting, and they host
 * nothing any more. What is over stays as it was.
 */
export async function freeSeats(
  tx: Tx,
  spaceId: string,
  userId: string,
  mailer: NoticeMailer,
): Promise<void> {
  const at = nowText();
  const changes: RsvpChange[] = [];
  for (const event of await selectEventsAnsweredBy(tx, spaceId, userId, at)) {
    const change = await giveAnswer(tx, event, userId, null);
    if (change) changes.push(change);
  }
  await publishRsvps(tx, spaceId, changes);
  const hosted = await updateHostGone(tx, spaceId, userId, at);
  if (hosted.length > 0) await publish(tx, spaceTopic(spaceId), 'calendar.changed', { space_id: spaceId });
  await tellSeats(tx, mailer, changes, userId);
}
