/* Many light live clients in a separate process: WebSockets that speak Socket.IO's protocol, so that clients cost little. */
import { WebSocket } from 'ws';
import { serveParent } from './child.ts';
import { now } from './now.ts';

interface Client {
  channel: string;
  /** The number of the last event. */
  seq: number | null;
  /** The marks of the events received, each once. */
  marks: Set<number>;
  socket: WebSocket | null;
  isSubscribed: boolean;
  /** Attempts in a row that didn't reach a server, and rejections in a row. */
  attempts: number;
  rejections: number;
  /** Milliseconds until the next attempt if the server said how long to wait. */
  wait: number | null;
  /** Set when it must not connect again. */
  isClosed: boolean;
}

const clients: Client[] = [];
let urls: string[] = [];
let latencies: number[] = [];

interface Received {
  seq: number;
  payload: { member_count?: number };
}

function receive(client: Client, events: readonly Received[], isLive: boolean): void {
  for (const { seq, payload } of events) {
    client.seq = Math.max(client.seq ?? 0, seq);
    // The mark is the time of the commit in hundredths of a millisecond.
    const mark = payload.member_count ?? 0;
    if (client.marks.has(mark)) continue;
    client.marks.add(mark);
    if (isLive) latencies.push(now() - mark / 100);
  }
}

// Waits as browsers do, see web/src/lib/live/live-socket.ts. The waits between attempts are those of Socket.IO's client.
const firstWait = 200;
const longestWait = 1_500;
const randomizationFactor = 0.4;
const handshakeTimeout = 5_000;

/** Returns the milliseconds until the next attempt of a client whose connection ended. */
function nextWait(client: Client): number {
  const { wait } = client;
  client.wait = null;
  if (wait !== null) return wait;
  const random = 1 + randomizationFactor * (2 * Math.random() - 1);
  const next = Math.min(firstWait * 2 ** client.attempts * random, longestWait);
  client.attempts += 1;
  return next;
}

const afterFirstWait = () => firstWait * (1 + Math.random());

/** Keeps how long a client waits that the server rejected or closed, or whose server stops. */
function keepWait(client: Client, seconds: number, isRejected: boolean): void {
  if (!isRejected) {
    client.wait = afterFirstWait() + seconds * 1000 * Math.random();
    return;
  }
  client.rejections += 1;
  client.wait = seconds * 1000 * 2 ** (client.rejections - 1) * (1 + Math.random() / 2);
}

/** Connects a client to one of the servers, and again to another one whenever its connection ends. */
function connect(client: Client): void {
  if (client.isClosed) return;
  const url = urls[Math.floor(Math.random() * urls.length)] ?? '';
  const socket = new WebSocket(`${url.replace('http', 'ws')}/live/?EIO=4&transport=websocket`, {
    handshakeTimeout,
  });
  client.socket = socket;
  client.isSubscribed = false;
  socket.on('message', (data) => {
    const text = String(data);
    if (text.startsWith('0')) {
      client.attempts = 0;
      socket.send('40');
    } else if (text === '2') socket.send('3');
    else if (text === '41') {
      client.wait ??= afterFirstWait();
      socket.close();
    } else if (text.startsWith('44')) {
      const { data } = JSON.parse(text.slice(2)) as { data: { retry_after: number } };
      keepWait(client, data.retry_after, true);
      socket.close();
    } else if (text.startsWith('40'))
      socket.send(`420["subscribe",${JSON.stringify({ channel: client.channel, since: client.seq })}]`);
    else if (text.startsWith('430')) {
      const [response] = JSON.parse(text.slice(3)) as [{ ok: boolean; seq: number; missed?: Received[] }];
      if (!response.ok) return socket.close();
      receive(client, response.missed ?? [], false);
      client.seq = Math.max(client.seq ?? 0, response.seq);
      client.isSubscribed = true;
    } else if (text.startsWith('42')) {
      const [name, content] = JSON.parse(text.slice(2)) as [string, unknown];
      if (name === 'events') receive(client, content as Received[], true);
      else if (name === 'stopping') {
        keepWait(client, (content as { reconnect_within: number }).reconnect_within, false);
        socket.close();
      } else if (name === 'limited') {
        keepWait(client, (content as { retry_after: number }).retry_after, true);
        socket.close();
      }
    }
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    client.isSubscribed = false;
    if (!client.isClosed) setTimeout(() => connect(client), nextWait(client));
  });
}

const subscribed = () => clients.filter(({ isSubscribed }) => isSubscribed).length;

const handlers = {
  /** Opens a client for each channel of the list, at most 200 at a time, and waits until all are subscribed. */
  async open(input: { urls: string[]; channels: string[] }) {
    urls = input.urls;
    for (const channel of input.channels) {
      const client: Client = {
        channel,
        seq: null,
        marks: new Set(),
        socket: null,
        isSubscribed: false,
        attempts: 0,
        rejections: 0,
        wait: null,
        isClosed: false,
      };
      clients.push(client);
      connect(client);
      while (clients.length - subscribed() > 200) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    while (subscribed() < clients.length) await new Promise((resolve) => setTimeout(resolve, 10));
  },
  /** The servers that clients connect to from now on. */
  use(next: string[]) {
    urls = next;
  },
  subscribed,
  /** Returns the milliseconds from commit to receipt since the last call. */
  takeLatencies() {
    const taken = latencies;
    latencies = [];
    return taken;
  },
  /** Returns how many of these marks clients of their channels didn't receive. */
  countMissing(marks: { channel: string; mark: number }[]) {
    const byChannel = Map.groupBy(marks, ({ channel }) => channel);
    let missing = 0;
    for (const { channel, marks: received } of clients)
      missing += (byChannel.get(channel) ?? []).filter(({ mark }) => !received.has(mark)).length;
    return missing;
  },
  /** Ends all connections at once, as a lost network does. */
  disconnect() {
    for (const client of clients) {
      client.isSubscribed = false;
      client.socket?.terminate();
    }
  },
  /** Waits until all clients are subscribed. */
  async untilSubscribed() {
    while (subscribed() < clients.length) await new Promise((resolve) => setTimeout(resolve, 10));
  },
  forget() {
    for (const client of clients) client.marks.clear();
  },
  async close() {
    for (const client of clients.splice(0)) {
      client.isClosed = true;
      client.socket?.terminate();
    }
  },
};
export type RawClientsChild = typeof handlers;

serveParent(handlers, () => handlers.close());
