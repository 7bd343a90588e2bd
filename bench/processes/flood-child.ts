/* A hostile live client in its own process: it sends as fast as the server reads, and reconnects when it is disconnected. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { serveParent } from './child.ts';

export type FloodKind = 'subscribes' | 'resumes' | 'large frames';

interface Attack {
  url: string;
  address: string;
  cookie: string;
  kind: FloodKind;
  channel: string;
}

/** Messages that are sent before it checks for responses. */
const batch = 100;
/** Maximum unsent bytes before it waits for the server to read. */
const maxBuffered = 256 * 1024;
/** Milliseconds until it reconnects. It ignores the time that the server told it to wait. */
const reconnectAfter = 20;

let running: { stopped: boolean; done: Promise<void>; messages: number; cuts: number } | null = null;

function messageOf({ kind, channel }: Attack, n: number): string {
  if (kind === 'large frames') return `42["unsubscribe",{"channel":"${'x'.repeat(15_000)}"}]`;
  const since = kind === 'resumes' ? 0 : null;
  const requested = kind === 'resumes' ? channel : `post:${randomUUID()}`;
  return `42${n}["subscribe",${JSON.stringify({ channel: requested, since })}]`;
}

async function floodOnce(attack: Attack, state: NonNullable<typeof running>): Promise<void> {
  const address = `${attack.url.replace('http', 'ws')}/live/?EIO=4&transport=websocket`;
  const headers = { 'x-forwarded-for': attack.address, ...(attack.cookie && { cookie: attack.cookie }) };
  const socket = new WebSocket(address, { headers } as never);
  const closed = new Promise<void>((resolve) => {
    socket.addEventListener('close', () => resolve());
    socket.addEventListener('error', () => resolve());
  });
  const showNewPosts = new Promise<void>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const text = String(data);
      if (text.startsWith('0')) socket.send('40');
      else if (text.startsWith('40')) resolve();
      else if (text === '2') socket.send('3');
    });
  });
  await Promise.race([showNewPosts, closed]);
  while (!state.stopped && socket.readyState === WebSocket.OPEN) {
    for (let n = 0; n < batch && socket.bufferedAmount < maxBuffered; n += 1) {
      socket.send(messageOf(attack, n));
      state.messages += 1;
    }
    await pause(2);
  }
  if (!state.stopped) state.cuts += 1;
  socket.close();
}

const handlers = {
  begin(attack: Attack) {
    const state = { stopped: false, done: Promise.resolve(), messages: 0, cuts: 0 };
    const run = async () => {
      while (!state.stopped) {
        await floodOnce(attack, state);
        await pause(reconnectAfter);
      }
    };
    state.done = run();
    running = state;
  },
  async end() {
    if (!running) return { messages: 0, cuts: 0 };
    running.stopped = true;
    await running.done;
    return { messages: running.messages, cuts: running.cuts };
  },
};
export type FloodChild = typeof handlers;
serveParent(handlers);
