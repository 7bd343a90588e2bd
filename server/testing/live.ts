import { io, type Socket } from 'socket.io-client';
import { vi } from 'vitest';
import {
  type LiveClientMessages,
  type LiveEvent,
  type LiveServerMessages,
  liveEvents,
  type SubscribeResponse,
} from '#contract/live.ts';
import type { TestClient } from './client.ts';
import type { TestServer } from './server.ts';

/** A live connection that records the events it receives; each one is checked against the contract. */
export interface TestListener {
  socket: Socket<LiveServerMessages, LiveClientMessages>;
  events: LiveEvent[];
  closed: string[];
  subscribe(channel: string, since?: number | null): Promise<SubscribeResponse>;
  /** Waits for an event of this type that also matches the condition, and returns it. */
  received<T extends LiveEvent['type']>(
    type: T,
    matches?: (event: Extract<LiveEvent, { type: T }>) => boolean,
  ): Promise<Extract<LiveEvent, { type: T }>>;
  close(): void;
}

export async function listen(
  url: string,
  client?: TestClient,
  headers: Record<string, string> = {},
): Promise<TestListener> {
  const socket: TestListener['socket'] = io(url, {
    path: '/live',
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { ...headers, ...(client && { cookie: client.cookieHeader() }) },
  });
  const events: LiveEvent[] = [];
  const closed: string[] = [];
  socket.on('events', (batch) => {
    for (const event of batch) {
      liveEvents[event.type].parse(event.payload);
      events.push(event);
    }
  });
  socket.on('closed', ({ channel }) => closed.push(channel));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return {
    socket,
    events,
    closed,
    subscribe: (channel, since = null) =>
      new Promise((resolve) => socket.emit('subscribe', { channel, since }, resolve)),
    received: (type, matches) =>
      vi.waitFor(
        () => {
          const found = events.find((event) => event.type === type && (!matches || matches(event as never)));
          if (!found)
            throw new Error(
              `no ${type} was received; received: ${events.map((event) => event.type).join(', ')}`,
            );
          return found as never;
        },
        { interval: 10 },
      ),
    close: () => {
      socket.close();
    },
  };
}

/**
 * Makes users online, as if they had a page of a space open on another process; null is a page of no space. Replaces who was
 * online before in the same way.
 */
export function setOnline(
  server: Pick<TestServer, 'running'>,
  spaceId: string | null,
  people: readonly { user: { id: string } }[],
): void {
  const spaces = new Set(spaceId === null ? [] : [spaceId]);
  const { onlineUsers } = server.running.platform;
  onlineUsers.replace(`test ${spaceId}`, new Map(people.map(({ user }) => [user.id, spaces])));
}
