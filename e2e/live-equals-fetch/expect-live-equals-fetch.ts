import type { QueryClient } from '@tanstack/react-query';
import { expect, vi } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { listen } from '#testing/live.ts';
import type { TestPerson } from '#testing/people.ts';
import { publishMarkers } from '#testing/publish-events.ts';
import type { TestServer } from '#testing/server.ts';
// Registers the handlers of all features, as a page does.
import '#web/app/start/start-live.ts';
import type { Call } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent } from '#web/lib/live/live-client.ts';

/** Data on screen that is loaded once and then updated by events: how to load it and what is shown of it. */
export interface LiveView<Shown> {
  channels: readonly string[] | ((viewer: TestPerson) => readonly string[]);
  /** Loads the data into the cache, by the queries of the page. Returns the position of the live channel before that. */
  load(client: QueryClient, viewer: TestPerson): Promise<number>;
  /** Waits for what events request again, such as an entity that they don't contain. */
  settle?(client: QueryClient): Promise<void>;
  /** What the page shows from the cache. */
  shown(client: QueryClient): Shown;
  /** What it shows after it has also refetched the queries that the events have invalidated. */
  shownAfterRefetch?(client: QueryClient): unknown;
}

let lastMarker = 1_000_000;

const isMarker = ({ payload }: LiveEvent, marker: number) =>
  'member_count' in payload && payload.member_count === marker;

/** Creates the cache of a viewer's page, with their session. */
const newPage = (viewer: TestPerson) => createQueryClient(viewer.call as unknown as Call);

async function open<Shown>(server: TestServer, spaceId: string, viewer: TestPerson, view: LiveView<Shown>) {
  const listener = await listen(server.url, viewer);
  const client = newPage(viewer);
  const cursor = await view.load(client, viewer);
  const missed: LiveEvent[] = [];
  const channels = typeof view.channels === 'function' ? view.channels(viewer) : view.channels;
  for (const channel of new Set([...channels, `space:${spaceId}`])) {
    const response = await listener.subscribe(channel, cursor);
    if (!response.ok || !('missed' in response)) throw new Error(`${channel} could not be subscribed to`);
    missed.push(...response.missed);
  }
  return { viewer, listener, client, missed, channels: [...new Set([...channels, `space:${spaceId}`])] };
}

/**
 * Asserts for every viewer that what a page loaded before `action` shows after the events since equals what a page
 * shows that is loaded afterwards. The events go to the handlers that the features have registered; each one twice,
 * because receiving an event again must change nothing. All viewers must be able to subscribe to `spaceId`.
 */
export async function expectLiveEqualsFetch<Shown>(
  server: TestServer,
  spaceId: string,
  viewers: readonly TestPerson[],
  view: LiveView<Shown>,
  action: () => Promise<void>,
): Promise<void> {
  const pages = await Promise.all(viewers.map((viewer) => open(server, spaceId, viewer, view)));
  await action();
  // The events of a channel arrive in order: once its marker is there, every event of the action is.
  lastMarker += 1;
  const marker = lastMarker;
  await publishMarkers(server, spaceId, new Set(pages.flatMap(({ channels }) => channels)), marker);
  for (const { viewer, listener, client, missed, channels } of pages) {
    const marked = () =>
      new Set(listener.events.flatMap((event) => (isMarker(event, marker) ? [event.channel] : [])));
    await vi.waitFor(() => expect(marked()).toEqual(new Set(channels)), { timeout: 20_000, interval: 5 });
    listener.close();
    const events = [...missed, ...listener.events]
      .filter((event) => !isMarker(event, marker))
      .toSorted((a, b) => a.seq - b.seq);
    for (const event of events.flatMap((one) => [one, one])) {
      applyLiveEvent(event, { client, viewerId: viewer.user.id });
    }
    await view.settle?.(client);
    const fresh = newPage(viewer);
    await view.load(fresh, viewer);
    expect(view.shown(client)).toEqual(view.shown(fresh));
    if (!view.shownAfterRefetch) continue;
    await client.refetchQueries({ predicate: ({ state }) => state.isInvalidated });
    expect(view.shownAfterRefetch(client)).toEqual(view.shownAfterRefetch(fresh));
  }
}
