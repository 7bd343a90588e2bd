import { expect, vi } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { listen } from './live.ts';
import type { TestPerson } from './people.ts';
import { publishMarker } from './publish-events.ts';
import type { TestServer } from './server.ts';

/** Data on screen that is fetched once and then updated by events: how to fetch it and how an event changes it. */
export interface LiveView<State> {
  channels: string[] | ((viewer: TestPerson) => string[]);
  fetch(viewer: TestPerson): Promise<{ state: State; live_cursor: number }>;
  /** Pure: the state after an event, for this viewer. */
  reduce(state: State, event: LiveEvent, viewerId: string): State;
  /** The part of the state that is shown; the whole state by default. */
  shown?(state: State): State;
}

let lastMarker = 1_000_000;

/**
 * Asserts for every viewer that fetched state plus later events equals a fresh fetch, after `action` has run. Each
 * event is applied twice, because receiving an event again must change nothing. All viewers must be able to subscribe
 * to `spaceId`.
 */
export async function expectLiveEqualsFetch<State>(
  server: TestServer,
  spaceId: string,
  viewers: readonly TestPerson[],
  view: LiveView<State>,
  action: () => Promise<void>,
): Promise<void> {
  const opened = await Promise.all(
    viewers.map(async (viewer) => {
      const listener = await listen(server.url, viewer);
      const { state, live_cursor } = await view.fetch(viewer);
      const missed: LiveEvent[] = [];
      const channels = typeof view.channels === 'function' ? view.channels(viewer) : view.channels;
      for (const channel of new Set([...channels, `space:${spaceId}`])) {
        const response = await listener.subscribe(channel, live_cursor);
        if (!response.ok || !('missed' in response)) throw new Error(`${channel} could not be subscribed to`);
        missed.push(...response.missed);
      }
      return { viewer, listener, state, missed };
    }),
  );
  await action();
  // Events arrive in order: once the marker is there, every event of the action is.
  lastMarker += 1;
  const marker = lastMarker;
  await publishMarker(server, spaceId, marker);
  for (const { viewer, listener, state, missed } of opened) {
    await vi.waitFor(
      () =>
        expect(
          listener.events.some(({ payload }) => 'member_count' in payload && payload.member_count === marker),
        ).toBe(true),
      { timeout: 5_000, interval: 5 },
    );
    const events = [...missed, ...listener.events].toSorted((a, b) => a.seq - b.seq);
    const updated = events
      .flatMap((event) => [event, event])
      .reduce((before, event) => view.reduce(before, event, viewer.user.id), state);
    listener.close();
    expect(view.shown?.(updated) ?? updated).toEqual((await view.fetch(viewer)).state);
  }
}
