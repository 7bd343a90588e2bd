import type { LiveEvent } from '#contract/live.ts';
import { parseChannel } from '#contract/values/channels.ts';
import type { Audiences } from './audiences.ts';
import type { Connections } from './connections.ts';
import { type LiveChannelMap, usersOfAccessEvent } from './live-channels.ts';
import { type LiveIo, userRoom } from './live-socket.ts';
import type { LiveRights } from './rights.ts';

export interface DeliveryOptions {
  io: LiveIo;
  connections: Connections;
  rights: LiveRights;
  audiences: Audiences;
  channels: LiveChannelMap;
}

/** Maximum number of events of one channel in one message. */
const maxTogether = 50;

const platformAccessEvents = new Set<LiveEvent['type']>([
  'membership.changed',
  'space.changed',
  'session.ended',
]);

/** Creates the function that applies events to rights and sends them to the connections of this process, in their order. */
export function createDelivery(options: DeliveryOptions): (events: LiveEvent[]) => Promise<void> {
  const { io, audiences, channels } = options;
  const applyAccess = createAccessChanges(options);

  /** Sends events of one channel once to each connection of its room, its audience and these users. */
  const send = async (channel: string, events: LiveEvent[], userIds: readonly string[]): Promise<void> => {
    const audience = await audiences.of(channel);
    io.to([channel, ...[...audience, ...userIds].map(userRoom)]).emit('events', events);
  };

  return async (events) => {
    let waiting = new Map<string, LiveEvent[]>();
    const sendAll = async (): Promise<void> => {
      for (const [channel, together] of waiting) await send(channel, together, []);
      waiting = new Map();
    };
    for (const event of events) {
      const isAccessEvent =
        platformAccessEvents.has(event.type) ||
        [...channels.values()].some((kind) => usersOfAccessEvent(kind, event) !== null);
      if (isAccessEvent) {
        await sendAll();
        const owner = channels.get(parseChannel(event.channel).kind);
        await send(event.channel, [event], (owner && usersOfAccessEvent(owner, event)) ?? []);
        await applyAccess(event);
        continue;
      }
      const together = waiting.get(event.channel);
      if (together) together.push(event);
      else waiting.set(event.channel, [event]);
      if (together?.length === maxTogether) await sendAll();
    }
    await sendAll();
  };
}

/** Creates the function that closes what an event forbids. Must complete before later events are sent. */
function createAccessChanges({ io, connections, rights, audiences, channels }: DeliveryOptions) {
  return async (event: LiveEvent): Promise<void> => {
    if (event.type === 'membership.changed') {
      const { id: userId } = parseChannel(event.channel);
      await rights.recheck(connections.ofPerson(userId), event.payload.space_id);
    } else if (event.type === 'space.changed') {
      if (event.payload.access_changed) {
        await rights.recheck([...io.of('/').sockets.values()], event.payload.space.id);
      }
    } else if (event.type === 'session.ended') {
      const ended = new Set(event.payload.session_ids);
      for (const socket of connections.ofPerson(parseChannel(event.channel).id)) {
        if (socket.data.viewer && ended.has(socket.data.viewer.session_id)) socket.disconnect(true);
      }
    }
    for (const [kind, owner] of channels) {
      const userIds = usersOfAccessEvent(owner, event);
      if (!userIds) continue;
      const isOwn = parseChannel(event.channel).kind === kind;
      if (isOwn) audiences.forget(event.channel);
      else audiences.forgetUsers(kind, userIds);
      await rights.recheckChannels(
        userIds.flatMap((userId) => connections.ofPerson(userId)),
        (channel) => (isOwn ? channel === event.channel : parseChannel(channel).kind === kind),
      );
    }
  };
}
