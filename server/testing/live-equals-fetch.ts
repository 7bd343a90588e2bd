import { expect, vi } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { listen } from './live.ts';
import { publishMark } from './live-writing.ts';
import type { TestPerson } from './people.ts';
import type { TestServer } from './server.ts';

/** Something on screen that is fetched once and then kept by events: how to fetch it and how an event changes it. */
export interface LiveView<State> {
  topics: string[] | ((viewer: TestPerson) => string[]);
  fetch(viewer: TestPerson): Promise<{ state: State; live_cursor: number }>;
  /** Pure: the state after an event, for this viewer. */
  reduce(state: State, event: LiveEvent, viewerId: string): State;
  /** What of the state a person is shown; all of it when not given. */
  shown?(state: State): State;
}

let marks = 1_000_000;

/**
 * Asserts that for every viewer "what was fetched + the events since = what a fresh fetch says", after `act` has run.
 * Each event is applied twice: one heard again must change nothing. `spaceId` is a space that all viewers may hear.
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
      const topics = typeof view.topics === 'function' ? view.topics(viewer) : view.topics;
      for (const topic of new Set([...topics, `space:${spaceId}`])) {
        const response = await listener.subscribe(topic, live_cursor);
        if (!response.ok || !('missed' in response)) throw new Error(`${topic} could not be heard`);
        missed.push(...response.missed);
      }
      return { viewer, listener, state, missed };
    }),
  );
  await action();
  // Events come in order: once this one is there, all of what was done is.
  marks += 1;
  const mark = marks;
  await publishMark(server, spaceId, mark);
  for (const { viewer, listener, state, missed } of opened) {
    await vi.waitFor(
      () =>
        expect(
          listener.events.some(({ payload }) => 'member_count' in payload && payload.member_count === mark),
        ).toBe(true),
      { timeout: 5_000, interval: 5 },
    );
    const events = [...missed, ...listener.events].toSorted((a, b) => a.seq - b.seq);
    const kept = events
      .flatMap((event) => [event, event])
      .reduce((before, event) => view.reduce(before, event, viewer.user.id), state);
    listener.close();
    expect(view.shown?.(kept) ?? kept).toEqual((await view.fetch(viewer)).state);
  }
}
