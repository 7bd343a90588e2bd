import { expect, vi } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { liveEvents } from '#contract/live.ts';
import type { TestServer } from './server.ts';

/** Returns the events of these types that were published on a channel, oldest first, each checked against the contract. */
export async function publishedEvents<T extends LiveEvent['type']>(
  server: Pick<TestServer, 'db'>,
  channel: string,
  ...types: T[]
): Promise<Extract<LiveEvent, { type: T }>['payload'][]> {
  const rows = await server.db
    .selectFrom('live_events')
    .select(['type', 'payload'])
    .where('channel', '=', channel)
    .where('type', 'in', types)
    .orderBy('id')
    .execute();
  return rows.map(({ type, payload }) => liveEvents[type as T].parse(payload) as never);
}

/**
 * Waits until all events have a number, or those of these channels. Until then, pages in memory aren't used, and a number of another
 * channel may be that of a later event.
 */
export const waitUntilNumbered = (server: Pick<TestServer, 'db'>, ...channels: string[]): Promise<void> =>
  vi.waitFor(async () => {
    const waiting = await server.db
      .selectFrom('live_events')
      .select('id')
      .where('seq', 'is', null)
      .$if(channels.length > 0, (query) => query.where('channel', 'in', channels))
      .execute();
    expect(waiting).toEqual([]);
  });
