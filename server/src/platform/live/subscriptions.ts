import { type LiveEvent, type SubscribeResponse, subscribeRequest } from '#contract/live.ts';
import type { Viewer } from '../access.ts';
import type { ChannelScope } from '../authorize-subscription.ts';
import type { Database } from '../db/database.ts';
import type { FairQueue } from '../limits/fair-queue.ts';
import type { Logger } from '../log.ts';
import { reportUnavailable } from '../unavailable.ts';
import type { Connections } from './connections.ts';
import { findMissedSize, getLiveState, listChannelEventsAfter } from './live.queries.ts';
import { costOfResume, type LiveLimits, maxChannels } from './live-limits.ts';
import type { LiveSocket } from './live-socket.ts';

/** Checks whether a viewer may subscribe to a channel now. Returns its space, or null if not. */
export type CanSubscribe = (viewer: Viewer | null, channel: string) => Promise<ChannelScope | null>;

export interface SubscriptionOptions {
  db: Database;
  log: Logger;
  limits: LiveLimits;
  queue: FairQueue;
  connections: Connections;
  canSubscribe: CanSubscribe;
}

/** Maximum number of missed events of one channel, and of their stored and sent bytes. Beyond that, the client refetches. */
const maxMissed = 500;
const maxStoredBytes = 256 * 1024;
const maxSentBytes = 1024 * 1024;
/** Number of events that are read at once. */
const pageSize = 50;
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

/** Handles the subscriptions of a socket, one channel at a time, taking turns with all other sockets. */
export function serveSubscriptions(socket: LiveSocket, options: SubscriptionOptions): void {
  const { db, limits, queue, connections } = options;
  const { viewer, source, channels } = socket.data;
  const waiting = new Map<string, Waiting>();

  /** Checks access to a channel, again if rights changed in the meantime. */
  const checkRight = async (channel: string): Promise<ChannelScope | null> => {
    for (;;) {
      const { rights } = socket.data;
      const allowed = await options.canSubscribe(viewer, channel);
      if (rights === socket.data.rights) return allowed;
    }
  };

  /** Reads the missed events, or returns null if they are too large. */
  const readMissed = async (channel: string, since: number): Promise<LiveEvent[] | null> => {
    const missed: LiveEvent[] = [];
    let bytes = 0;
    for (;;) {
      const page = await listChannelEventsAfter(db, channel, missed.at(-1)?.seq ?? since, pageSize);
      const size = JSON.stringify(page).length;
      limits.charge('replay', socket.id, source, size / 1024);
      bytes += size;
      missed.push(...page);
      if (bytes > maxSentBytes || missed.length > maxMissed) return null;
      if (page.length < pageSize) return missed;
    }
  };

  /** Returns the missed events of a channel since a number, or `refetch` if there are too many. */
  const catchUp = async (channel: string, since: number | null): Promise<SubscribeResponse> => {
    // The size is checked before the events are read, and not even that if the budget is used up.
    if (since === null || limits.take('replay', socket.id, source, costOfResume) > 0) {
      const { last_seq: seq } = await getLiveState(db);
      return since === null ? { ok: true, seq, missed: [] } : { ok: true, seq, refetch: true };
    }
    const {
      last_seq: seq,
      purged_through: purged,
      events,
      bytes,
    } = await findMissedSize(db, channel, since, maxMissed);
    if (since === seq || (events === 0 && since >= purged && since < seq)) {
      return { ok: true, seq, missed: [] };
    }
    const isTooMuch = since < purged || since > seq || events > maxMissed || bytes > maxStoredBytes;
    const isRejected = isTooMuch || limits.take('replay', socket.id, source, events) > 0;
    const missed = isRejected ? null : await readMissed(channel, since);
    if (!missed) return { ok: true, seq, refetch: true };
    return { ok: true, seq: Math.max(seq, missed.at(-1)?.seq ?? 0), missed };
  };

  const subscribe = async (channel: string): Promise<SubscribeResponse> => {
    const since = waiting.get(channel)?.since ?? null;
    if (!socket.connected || !channels.has(channel)) return { ok: false, reason: 'invalid' };
    const allowed = await checkRight(channel);
    if (!allowed) {
      channels.delete(channel);
      await socket.leave(channel);
      return { ok: false, reason: 'forbidden' };
    }
    if (!socket.connected || !channels.has(channel)) return { ok: false, reason: 'invalid' };
    channels.set(channel, allowed.space_id);
    // From here on, the socket receives new events; earlier ones are read below. Duplicates are harmless: they have a seq.
    await socket.join(channel);
    const response = await catchUp(channel, since);
    // Access may have been lost since the check, and the missed events may be from after that.
    const isAllowed = !('missed' in response) || response.missed.length === 0 || (await checkRight(channel));
    if (isAllowed && channels.has(channel)) return response;
    channels.delete(channel);
    await socket.leave(channel);
    return { ok: false, reason: 'forbidden' };
  };

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
    if (!channels.has(channel)) channels.set(channel, undefined);
    // Only now: the channel may have been unsubscribed while its first subscription waits.
    const equal = waiting.get(channel);
    if (equal) {
      equal.since = earlier(equal.since, since);
      equal.responses.push(response);
      return;
    }
    waiting.set(channel, { since, responses: [response] });
    queue
      .run(source.userId ?? source.network, socket.id, async () => {
        const { responses } = waiting.get(channel) ?? { responses: [] };
        const result = subscribe(channel);
        waiting.delete(channel);
        const response = await result;
        for (const respond of responses) respond(response);
      })
      .catch(fail);
  });

  socket.on('unsubscribe', (request) => {
    if (typeof request?.channel !== 'string' || request.channel === socket.id) return;
    channels.delete(request.channel);
    void socket.leave(request.channel);
  });
  socket.once('disconnect', () => {
    channels.clear();
    waiting.clear();
  });
}
