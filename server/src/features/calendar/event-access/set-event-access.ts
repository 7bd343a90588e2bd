import type { AccessSettings } from '#contract/features/access/access.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { publish, spaceChannel, userChannel } from '#server/platform/live/publish.ts';
import { grants, saveAccess } from '../../access/index.ts';
import { requireActiveMember } from '../../members/index.ts';
import type { NotificationContext } from '../../notifications/index.ts';
import { fillOpenedSeats } from '../rsvps/fill-free-seats.job.ts';
import { lockEventSeries } from '../series/lock-event-series.ts';

type Scope = Pick<SpaceContext, 'space_id'>;
type StoredItem = Parameters<typeof saveAccess>[1];

/** Runs a write of who can open an event and its series, which is locked. Members on the waitlist may get seats by it. */
async function editAccess<T>(
  context: NotificationContext,
  viewer: Viewer,
  { space_id }: Scope,
  eventId: string,
  work: (tx: Tx, item: StoredItem) => Promise<T>,
): Promise<T> {
  return await context.db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, space_id, viewer.user_id, { access: 'space-editor' });
    const { event, series, events } = await lockEventSeries(tx, eventId);
    const of = series ? { series_id: series.id } : { event_id: event.id };
    const result = await work(tx, { space_id, ...of, title: event.title });
    const existing = events.filter(({ deleted_at }) => deleted_at === null);
    await fillOpenedSeats(tx, context, existing, viewer.user_id);
    return result;
  });
}

/**
 * Stores who can open an event and its series. Returns the rules; null without any.
 * @throws AppError `event_not_found`, `prerequisite_not_found`
 */
export async function setEventAccess(
  context: NotificationContext,
  viewer: Viewer,
  scope: Scope,
  input: AccessSettings & { event_id: string },
): Promise<AccessSettings | null> {
  return await editAccess(context, viewer, scope, input.event_id, async (tx, item) => {
    const access = await saveAccess(tx, item, { match: input.match, rules: input.rules }, viewer.user_id);
    await publish(tx, spaceChannel(item.space_id), 'calendar.changed', { space_id: item.space_id });
    return access;
  });
}

/** Publishes to one member, or to all at once, that they may see other locks. */
async function publishGrants(tx: Tx, spaceId: string, userIds: string[]): Promise<void> {
  const [first] = userIds;
  if (first === undefined) return;
  const channel = userIds.length === 1 ? userChannel(first) : spaceChannel(spaceId);
  await publish(tx, channel, 'calendar.changed', { space_id: spaceId });
}

/**
 * Gives members access to an event and its series. Returns how many didn't have it.
 * @throws AppError `event_not_found`, `member_not_found` if the only one isn't a member
 */
export async function giveEventAccess(
  context: NotificationContext,
  viewer: Viewer,
  scope: Scope,
  input: {
    event_id: string;
    client_id: string;
    to: { user_id: string } | { min_level: number; min_days: number };
  },
): Promise<number> {
  return await editAccess(context, viewer, scope, input.event_id, async (tx, item) => {
    const { client_id, to } = input;
    const userIds = await grants.give(tx, { item, to, client_id, granted_by: viewer.user_id, at: nowIso() });
    await publishGrants(tx, item.space_id, userIds);
    return userIds.length;
  });
}

/** Takes back access to an event and its series that was given. Returns from how many. */
export async function takeEventAccess(
  context: NotificationContext,
  viewer: Viewer,
  scope: Scope,
  input: { event_id: string; from: { user_id: string } | { client_id: string } },
): Promise<number> {
  return await editAccess(context, viewer, scope, input.event_id, async (tx, item) => {
    const userIds = await grants.take(tx, { item, from: input.from, taken_by: viewer.user_id });
    await publishGrants(tx, item.space_id, userIds);
    return userIds.length;
  });
}
