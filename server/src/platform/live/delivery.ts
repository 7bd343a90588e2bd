import { setImmediate as immediate } from 'node:timers/promises';
import type { LiveEvent } from '#contract/live.ts';
import { parseChannel } from '#contract/values/channels.ts';
import type { Database } from '../db/database.ts';
import type { Audiences } from './audiences.ts';
import type { AccessFlow } from './channels/access-flow.ts';
import type { AudienceLanes } from './channels/audience-lanes.ts';
import { toMessages } from './channels/counters.ts';
import type { Lanes } from './channels/lanes.ts';
import type { Subscribers } from './channels/subscribers.ts';
import type { Connections } from './connections.ts';
import { type LiveChannelKind, type LiveChannelMap, usersOfAccessEvent } from './live-channels.ts';
import { liveEventsSent } from './live-metrics.ts';
import { type LiveIo, userRoom } from './live-socket.ts';
import type { Watches } from './presence/watches.ts';
import { postChannel } from './publish.ts';
import type { LiveRights } from './rights.ts';

export interface DeliveryOptions {
  db: Database;
  io: LiveIo;
  connections: Connections;
  subscribers: Subscribers;
  rights: LiveRights;
  audiences: Audiences;
  channels: LiveChannelMap;
  watches: Pick<Watches, 'recheck' | 'recheckSpace'>;
}

type PersonalEvents = NonNullable<LiveChannelKind['personal']>;

const spaceScope = (spaceId: string) => `space:${spaceId}`;
const kindScope = (kind: string) => `kind:${kind}`;

/**
 * Creates the function that sends events of one channel to the connections of this process: once to each that is subscribed or
 * belongs to the audience. Events that were committed after a change of access wait until that has been applied.
 */
export function createDelivery(
  { db, io, connections, audiences, channels, subscribers }: DeliveryOptions,
  access: () => AccessFlow,
) {
  /** Sends the users that an event concerns, and who are connected here, an event of their own instead. */
  const deliverPersonally = async (personal: PersonalEvents, event: LiveEvent): Promise<void> => {
    const connected = personal.usersOf(event).filter((userId) => connections.isConnected(userId));
    for await (const portion of personal.eventsFor(db, event, connected)) {
      for (const { user_id, ...own } of portion) {
        const { seq, channel } = event;
        io.to(userRoom(user_id)).emit('events', [{ seq, channel, ...own } as LiveEvent]);
      }
      liveEventsSent.inc(portion.length);
      // Others get their turn between the portions.
      await immediate();
    }
  };
  return async (
    channel: string,
    events: LiveEvent[],
    accessSeq: number | null,
    delivered: (seq: number) => void,
  ): Promise<void> => {
    if (accessSeq === null) await access().findAll();
    else await access().findThrough(accessSeq);
    const { kind } = parseChannel(channel);
    const owner = channels.get(kind);
    const subscribedOf = (userId: string) =>
      connections.ofPerson(userId).filter(({ rooms }) => rooms.has(channel));
    for (const { events: message, only } of toMessages(events, (id) => subscribedOf(id).length > 0)) {
      const [event] = message;
      const last = message.at(-1)?.seq;
      if (!event || last === undefined) continue;
      const spaceId = subscribers.spaceOf(channel);
      const scopes = [channel, kindScope(kind), ...(spaceId ? [spaceScope(spaceId)] : [])];
      await access().applied(scopes, last);
      if (only !== null) {
        for (const socket of subscribedOf(only)) socket.emit('events', message);
        delivered(last);
        continue;
      }
      if (owner?.personal) {
        for (const each of message) await deliverPersonally(owner.personal, each);
        delivered(last);
        continue;
      }
      const audience = await audiences.of(channel);
      // Whoever is added by a later event gets nothing from before.
      const later = owner ? access().pendingAfter([channel], last) : [];
      const changed = new Set(later.flatMap((change) => (owner && usersOfAccessEvent(owner, change)) ?? []));
      const concerned = (owner && usersOfAccessEvent(owner, event)) ?? [];
      const users = [...audience.filter((userId) => !changed.has(userId)), ...concerned];
      io.to([channel, ...users.map(userRoom)]).emit('events', message);
      liveEventsSent.inc(message.length);
      delivered(last);
    }
  };
}

type CourseEvent = Extract<LiveEvent, { type: 'course.changed' | 'course.deleted' | 'course.tree_changed' }>;

/** Whether pages of courses, and with them their comments, may have been closed to someone. */
const isOfCourse = (event: LiveEvent): event is CourseEvent =>
  event.type === 'course.changed' || event.type === 'course.deleted' || event.type === 'course.tree_changed';

type CategoryEvent = Extract<
  LiveEvent,
  { type: 'categories.changed' | 'post.moved' | 'member.level_changed' | 'course.completion_changed' }
>;

/** Whether rules of categories, and those of pages that ask for a level or another page, may close something to someone. */
const isOfCategories = (event: LiveEvent): event is CategoryEvent =>
  event.type === 'categories.changed' ||
  event.type === 'post.moved' ||
  event.type === 'member.level_changed' ||
  event.type === 'course.completion_changed';

/** Closes the channels that can't be opened anymore. A level that was lost, or a page that isn't completed anymore, concerns one person. */
async function closeCategories(
  { connections, subscribers, rights }: Pick<DeliveryOptions, 'connections' | 'subscribers' | 'rights'>,
  event: LiveEvent,
): Promise<void> {
  if (!isOfCategories(event)) return;
  const { kind, id } = parseChannel(event.channel);
  const ofOne = event.type === 'member.level_changed' ? event.payload.user_id : kind === 'user' ? id : null;
  const sockets = ofOne ? connections.ofPerson(ofOne) : subscribers.ofSpace(event.payload.space_id);
  // Posts that had no rules before aren't restricted yet.
  const isConcerned = (channel: string) => {
    if (event.type === 'post.moved') return channel === postChannel(event.payload.post_id);
    if (event.type === 'categories.changed') return ['post', 'category'].includes(parseChannel(channel).kind);
    return subscribers.isRestricted(channel);
  };
  await rights.recheckChannels(sockets, isConcerned);
}

/** Closes the channels of pages that can't be opened anymore: of those that the event names, otherwise of any in the space. */
async function closePages(
  { connections, subscribers, rights }: Pick<DeliveryOptions, 'connections' | 'subscribers' | 'rights'>,
  event: LiveEvent,
): Promise<void> {
  if (!isOfCourse(event)) return;
  const { kind, id } = parseChannel(event.channel);
  const pageIds = event.type === 'course.tree_changed' ? event.payload.page_ids : [];
  const sockets = kind === 'user' ? connections.ofPerson(id) : subscribers.ofSpace(event.payload.space_id);
  await rights.recheckChannels(
    sockets,
    (channel) =>
      subscribers.isRestricted(channel) &&
      (pageIds.length === 0 || pageIds.includes(parseChannel(channel).id)),
  );
}

/** Creates the functions that say what an event that changes access concerns, and that apply it to this process. */
export function createAccessChanges(options: DeliveryOptions, lanes: Lanes, audienceLanes: AudienceLanes) {
  const { connections, subscribers, rights, audiences, channels, watches } = options;

  const endSessions = (event: Extract<LiveEvent, { type: 'session.ended' }>): void => {
    const ended = new Set(event.payload.session_ids);
    for (const socket of connections.ofPerson(parseChannel(event.channel).id)) {
      if (!socket.data.viewer || !ended.has(socket.data.viewer.session_id)) continue;
      if (socket.rooms.has(event.channel)) socket.emit('events', [event]);
      socket.disconnect(true);
    }
  };
  const isOwnedBy = (kind: string, event: LiveEvent) => parseChannel(event.channel).kind === kind;

  const scopesOf = (event: LiveEvent): string[] => {
    const scopes: string[] = [];
    if (isOfCourse(event) || isOfCategories(event)) scopes.push(spaceScope(event.payload.space_id));
    if (event.type === 'membership.changed') scopes.push(spaceScope(event.payload.space_id));
    if (event.type === 'space.changed' && event.payload.access_changed)
      scopes.push(spaceScope(event.payload.space.id));
    for (const [kind, owner] of channels) {
      if (!usersOfAccessEvent(owner, event)) continue;
      scopes.push(isOwnedBy(kind, event) ? event.channel : kindScope(kind));
    }
    return scopes;
  };
  const applyToSpaces = async (event: LiveEvent): Promise<void> => {
    if (event.type === 'membership.changed' && parseChannel(event.channel).kind === 'user') {
      const { id: userId } = parseChannel(event.channel);
      await rights.recheck(connections.ofPerson(userId), event.payload.space_id);
      watches.recheck([userId]);
    } else if (event.type === 'space.changed' && event.payload.access_changed) {
      await rights.recheck(subscribers.ofSpace(event.payload.space.id), event.payload.space.id);
      watches.recheckSpace(event.payload.space.id);
    }
  };
  const apply = async (event: LiveEvent): Promise<void> => {
    if (event.type === 'session.ended') endSessions(event);
    if (event.type === 'presence.changed') {
      const { id: userId } = parseChannel(event.channel);
      for (const { data } of connections.ofPerson(userId))
        data.appears_offline = event.payload.appear_offline;
      watches.recheck([userId]);
    }
    for (const [kind, owner] of channels) {
      const userIds = usersOfAccessEvent(owner, event);
      if (!userIds || !isOwnedBy(kind, event)) continue;
      // These users get the event too, even if nobody here follows the channel.
      if (userIds.some((userId) => connections.ofPerson(userId).length > 0))
        audienceLanes.open({ channel: event.channel, previous: event.seq - 1 });
    }
    // The event itself comes before what it closes.
    await lanes.deliverThrough(event.channel, event.seq);
    await applyToSpaces(event);
    await closePages(options, event);
    await closeCategories(options, event);
    for (const [kind, owner] of channels) {
      const userIds = usersOfAccessEvent(owner, event);
      if (!userIds) continue;
      const isOwn = isOwnedBy(kind, event);
      watches.recheck(userIds);
      if (isOwn) audiences.forget(event.channel);
      else audiences.forgetUsers(kind, userIds);
      await rights.recheckChannels(
        userIds.flatMap((userId) => connections.ofPerson(userId)),
        (channel) => (isOwn ? channel === event.channel : parseChannel(channel).kind === kind),
      );
    }
  };
  return { scopesOf, apply };
}
