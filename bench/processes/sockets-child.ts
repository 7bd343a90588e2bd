/* Many live clients in a separate process. */
import { io, type Socket } from 'socket.io-client';
import { serveParent } from './child.ts';
import { now } from './now.ts';

const sockets: Socket[] = [];
let expected = 0;
let completed = 0;
let waiting: ((at: number) => void)[] = [];
let unclaimed: number[] = [];

/**
 * Events reach every socket in the same order, so the n-th event is complete when every socket has received n events.
 */
function receiveAll(socket: Socket, counts: Map<number, number>): void {
  let received = 0;
  const receive = () => {
    received += 1;
    const count = (counts.get(received) ?? 0) + 1;
    if (count < expected) {
      counts.set(received, count);
      return;
    }
    counts.delete(received);
    completed += 1;
    const resolve = waiting.shift();
    if (resolve) resolve(now());
    else unclaimed.push(now());
  };
  // Hearth sends the events of a batch in one message; bare Socket.IO sends one event at a time.
  socket.on('events', (batch: unknown[]) => {
    for (const _ of batch) receive();
  });
  socket.on('event', receive);
}

const handlers = {
  async open(input: { url: string; path: string; cookie: string; channel: string; count: number }) {
    expected = input.count;
    const counts = new Map<number, number>();
    const open = async (): Promise<void> => {
      const socket = io(input.url, {
        path: input.path,
        transports: ['websocket'],
        forceNew: true,
        extraHeaders: { cookie: input.cookie },
      });
      sockets.push(socket);
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      const response: { ok: boolean } = await socket.emitWithAck('subscribe', {
        channel: input.channel,
        since: null,
      });
      if (!response.ok) throw new Error('The subscription was rejected');
      receiveAll(socket, counts);
    };
    for (let opened = 0; opened < input.count; opened += 50) {
      await Promise.all(Array.from({ length: Math.min(50, input.count - opened) }, open));
    }
  },
  /** Resolves when the next event has reached the last socket, with the time in milliseconds since 1970. */
  async nextComplete() {
    const at = unclaimed.shift();
    return at ?? (await new Promise<number>((resolve) => waiting.push(resolve)));
  },
  completed: () => completed,
};
export type SocketsChild = typeof handlers;

serveParent(handlers, () => {
  for (const socket of sockets) socket.disconnect();
  waiting = [];
  unclaimed = [];
});
