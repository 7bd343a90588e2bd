import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { LiveClientMessages, LiveEvent, LiveServerMessages, SubscribeResponse } from '#contract/live.ts';
import type { TestClient } from '#testing/client.ts';

interface Counts {
  version: number;
  counts: string;
}
/** The counts of each post and of the event that a client shows, by id. */
export type Shown = Map<string, Counts>;

interface Fetched {
  shown: Shown;
  cursor: number;
}

const postCounts = (post: { like_count: number; comment_count: number; version: number }): Counts => ({
  version: post.version,
  counts: `${post.like_count} likes, ${post.comment_count} comments`,
});
const eventCounts = (event: {
  going_count: number;
  maybe_count: number;
  waitlist_count: number;
  version: number;
}): Counts => ({
  version: event.version,
  counts: `${event.going_count} going, ${event.maybe_count} maybe, ${event.waitlist_count} waiting`,
});

/** Fetches the same from the API: all pages of the feed, and the event. */
export async function fetchShown(client: TestClient, spaceId: string, eventId: string): Promise<Fetched> {
  const shown: Shown = new Map();
  let cursor: number | null = null;
  for (let page: string | undefined; ; ) {
    const response = await client.call('list_posts', { space_id: spaceId, ...(page && { cursor: page }) });
    cursor ??= response.live_cursor;
    for (const post of response.posts) shown.set(post.id, postCounts(post));
    if (!response.next_cursor) break;
    page = response.next_cursor;
  }
  const { event } = await client.call('get_event', { event_id: eventId });
  shown.set(event.id, eventCounts(event));
  return { shown, cursor };
}

function put(shown: Shown, id: string, next: Counts): void {
  const known = shown.get(id);
  if (!known || known.version < next.version) shown.set(id, next);
}

function reduce(shown: Shown, { type, payload }: LiveEvent): void {
  if (type === 'post.created') put(shown, payload.post.id, postCounts(payload.post));
  else if (type === 'post.stats_changed' && shown.has(payload.post_id))
    put(shown, payload.post_id, postCounts(payload));
  else if (type === 'event.rsvps_changed')
    for (const event of payload.events) put(shown, event.event_id, eventCounts(event));
}

export interface LiveCrowd {
  /** Returns the number of clients that don't have this post yet. */
  without(postId: string): number;
  /** Compares what each client shows with a fresh fetch. Returns one line for each kind of difference. */
  compare(): Promise<string[]>;
  /** Returns how often clients reconnected, and how often they had to refetch. */
  counts(): { reconnects: number; refetches: number };
  close(): void;
}

/** A client that updates its state with events, like the web app. */
interface LiveClient {
  state: { shown: Shown; seq: number };
  close(): void;
}

/** Opens a client with the state that was fetched first. It connects again whenever its connection ends. */
function openClient(
  { url, cookie, channel }: { url: string; cookie: string; channel: string },
  first: Fetched,
  { refetch, onReconnect }: { refetch: () => Promise<Fetched>; onReconnect: () => void },
): LiveClient {
  const state = { shown: new Map(first.shown), seq: first.cursor };
  const socket: Socket<LiveServerMessages, LiveClientMessages> = io(url, {
    path: '/live',
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 200,
    reconnectionDelayMax: 1_000,
    extraHeaders: { cookie },
  });
  let isClosed = false;
  let early: LiveEvent[] | null = [];
  const apply = (events: LiveEvent[]) => {
    for (const event of events) {
      reduce(state.shown, event);
      state.seq = Math.max(state.seq, event.seq);
    }
  };
  const again = () => {
    if (!isClosed) setTimeout(() => socket.disconnect().connect(), 300);
  };
  const subscribe = async () => {
    early = [];
    const response: SubscribeResponse = await socket
      .timeout(15_000)
      .emitWithAck('subscribe', { channel, since: state.seq });
    if (!response.ok) throw new Error(`rejected: ${response.reason}`);
    if ('refetch' in response) {
      const { shown } = await refetch();
      state.shown = new Map(shown);
      state.seq = response.seq;
    } else {
      apply(response.missed);
      state.seq = Math.max(state.seq, response.seq);
    }
    apply(early);
    early = null;
  };
  let connects = 0;
  socket.on('connect', () => {
    connects += 1;
    if (connects > 1) onReconnect();
    subscribe().catch(again);
  });
  socket.on('disconnect', (reason) => {
    early = [];
    if (reason === 'io server disconnect') again();
  });
  socket.on('connect_error', () => {
    if (!socket.active) again();
  });
  socket.on('events', (events) => (early ? early.push(...events) : apply(events)));
  return {
    state,
    close() {
      isClosed = true;
      socket.close();
    },
  };
}

/** Compares clients with what a fetch shows. Returns one line for each kind of difference. */
function listDifferences(shown: Shown, clients: LiveClient[]): string[] {
  const differences = new Map<string, number>();
  for (const { state } of clients) {
    for (const [id, { counts }] of shown) {
      const own = state.shown.get(id)?.counts ?? 'nothing';
      if (own === counts) continue;
      const line = `${id}: a client shows ${own}, a fetch ${counts}`;
      differences.set(line, (differences.get(line) ?? 0) + 1);
    }
  }
  return [...differences].map(([line, times]) => `${line} (${times} clients)`);
}

/** Opens `count` live clients of a space, spread over these users. Each updates its state with events, like the web app. */
export async function openCrowd(
  url: string,
  people: TestClient[],
  { spaceId, eventId, count }: { spaceId: string; eventId: string; count: number },
): Promise<LiveCrowd> {
  const [reader] = people;
  if (!reader) throw new Error('There are no users');
  const channel = `space:${spaceId}`;
  const first = await fetchShown(reader, spaceId, eventId);
  const totals = { reconnects: 0, refetches: 0 };
  let refetching: Promise<Fetched> | null = null;
  /** Clients that reconnect at the same time share one fetch. */
  const refetch = (): Promise<Fetched> => {
    totals.refetches += 1;
    refetching ??= fetchShown(reader, spaceId, eventId).finally(() => {
      refetching = null;
    });
    return refetching;
  };

  const onReconnect = () => {
    totals.reconnects += 1;
  };

  const clients: LiveClient[] = [];
  for (let at = 0; at < count; at += 1) {
    const cookie = people[at % people.length]?.cookieHeader() ?? '';
    clients.push(openClient({ url, cookie, channel }, first, { refetch, onReconnect }));
    if (at % 20 === 19) await delay(100);
  }
  return {
    without: (postId) => clients.filter(({ state }) => !state.shown.has(postId)).length,
    async compare() {
      const { shown } = await fetchShown(reader, spaceId, eventId);
      return listDifferences(shown, clients);
    },
    counts: () => totals,
    close() {
      for (const client of clients) client.close();
    },
  };
}
