import { type SubscribeResponse, subscribeRequest } from '#contract/live.ts';
import type { ChannelScope } from '../authorize-subscription.ts';
import type { FairQueue } from '../limits/fair-queue.ts';
import type { Logger } from '../log.ts';
import { reportUnavailable } from '../unavailable.ts';
import { createCatchUp, type MayReadMissed, type MissedReader } from './catch-up.ts';
import type { Subscribers } from './channels/subscribers.ts';
import type { Connections } from './connections.ts';
import { type LiveLimits, maxChannels } from './live-limits.ts';
import type { LiveSocket } from './live-socket.ts';
import type { LiveRights } from './rights.ts';

export interface SubscriptionOptions {
  log: Logger;
  limits: LiveLimits;
  queue: FairQueue;
  connections: Connections;
  rights: LiveRights;
  subscribers: Subscribers;
  missed: MissedReader;
  mayReadMissed: MayReadMissed;
  /** Follows a channel, so that this process delivers its events. */
  follow: (channel: string) => Promise<void>;
}

/** Seconds after which a client reconnects if a subscription couldn't be checked. */
const unavailableWait = 5;

/** A subscription that waits for its turn. Identical ones that arrive in the meantime share it. */
interface Waiting {
  since: number | null;
  responses: ((response: SubscribeResponse) => void)[];
}

/** Returns the earlier of two numbers to resume from, which covers both. */
const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/**
 * Subscribes a socket to a channel that it has requested, if the viewer may. Checks of access wait for the turn of the socket,
 * and so does reading what it missed. Nothing else takes a connection to the database for one socket alone.
 */
function createSubscriber(
  socket: LiveSocket,
  options: SubscriptionOptions,
  turn: <T>(work: () => Promise<T>) => Promise<T>,
): (channel: string, since: () => number | null) => Promise<SubscribeResponse> {
  const { viewer, channels } = socket.data;
  const { rights, subscribers } = options;
  const catchUp = createCatchUp(socket, options, turn);

  /** Checks access to a channel, again if rights changed in the meantime. */
  const checkRight = async (channel: string): Promise<ChannelScope | null> => {
    for (;;) {
      const version = rights.version();
      const allowed = await rights.canSubscribe(viewer, channel);
      if (version === rights.version()) return allowed;
    }
  };
  const forbid = async (channel: string): Promise<SubscribeResponse> => {
    subscribers.remove(socket, channel);
    await socket.leave(channel);
    return { ok: false, reason: 'forbidden' };
  };
  const isRequested = (channel: string) => socket.connected && channels.has(channel);

  return async (channel, takeSince) => {
    const { since, allowed } = await turn(async () => ({
      since: takeSince(),
      allowed: isRequested(channel) ? await checkRight(channel) : null,
    }));
    if (!isRequested(channel)) return { ok: false, reason: 'invalid' };
    if (!allowed) return await forbid(channel);
    subscribers.confirm(socket, channel, allowed);
    // From here on, the socket receives new events; earlier ones are read below. Duplicates are harmless: they have a seq.
    await socket.join(channel);
    await options.follow(channel);
    const response = await catchUp(channel, since);
    // Access may have been lost since the check, and the missed events may be from after that.
    const hasMissed = 'missed' in response && response.missed.length > 0;
    const isAllowed = !hasMissed || (await turn(() => checkRight(channel)));
    return isAllowed && channels.has(channel) ? response : await forbid(channel);
  };
}

/** Handles the subscriptions of a socket. Its checks of access run one at a time, taking turns with all other sockets. */
export function serveSubscriptions(socket: LiveSocket, options: SubscriptionOptions): void {
  const { limits, queue, connections, subscribers } = options;
  const { source, channels } = socket.data;
  const turn = <T>(work: () => Promise<T>) => queue.run(source.userId ?? source.network, socket.id, work);
  const subscribe = createSubscriber(socket, options, turn);
  const waiting = new Map<string, Waiting>();

  const fail = (error: unknown): void => {
    if (!reportUnavailable(options.log, error)) options.log.error({ err: error }, 'a subscription failed');
    connections.cut(socket.conn, 'unavailable', unavailableWait);
  };

  socket.on('subscribe', (request, response) => {
    if (typeof response !== 'function') return;
    const wait = limits.take('subscribe', socket.id, source);
    if (wait > 0) {
      connections.cut(socket.conn, 'limited', wait);
      return;
    }
    const parsed = subscribeRequest.safeParse(request);
    if (!parsed.success) {
      response({ ok: false, reason: 'invalid' });
      return;
    }
    const { channel, since } = parsed.data;
    // Counted before anything is awaited, so that concurrent requests can't exceed the limit.
    if (!channels.has(channel) && channels.size >= maxChannels) {
      response({ ok: false, reason: 'invalid' });
      return;
    }
    if (!channels.has(channel)) subscribers.request(socket, channel);
    // Only now: the channel may have been unsubscribed while its first subscription waits.
    const equal = waiting.get(channel);
    if (equal) {
      equal.since = earlier(equal.since, since);
      equal.responses.push(response);
      return;
    }
    waiting.set(channel, { since, responses: [response] });
    let taken: Waiting | undefined;
    const takeSince = (): number | null => {
      taken = waiting.get(channel);
      waiting.delete(channel);
      return taken?.since ?? null;
    };
    subscribe(channel, takeSince)
      .then((subscribed) => {
        for (const respond of taken?.responses ?? []) respond(subscribed);
      })
      .catch(fail);
  });

  socket.on('unsubscribe', (request) => {
    // Only channels: the other rooms of a socket say whose it is, and what must not reach it.
    if (typeof request?.channel !== 'string' || !socket.data.channels.has(request.channel)) return;
    subscribers.remove(socket, request.channel);
    void socket.leave(request.channel);
  });
  socket.once('disconnect', () => {
    subscribers.clear(socket);
    waiting.clear();
  });
}
