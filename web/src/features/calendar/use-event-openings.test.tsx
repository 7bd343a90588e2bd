import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Lock } from '#contract/features/access/access.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { anEvent, idOf } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { useEventOpenings } from './use-event-openings.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const minute = 60_000;
const inFuture = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString();
const lockUntil = (...times: (string | null)[]): Lock => ({
  match: 'any',
  unmet: times.map((at) => ({
    rule: at === null ? { kind: 'grant' } : { kind: 'date', at },
    opens_at: at,
    title: null,
  })),
  opens_at: null,
});

function show(events: Parameters<typeof useEventOpenings>[1]) {
  const client = createQueryClient(respondWith({}));
  const keys = [
    ['list_events', { space_id: 's1' }],
    ['list_agenda', { space_id: 's1' }],
    ['list_events', { space_id: 's2' }],
    ['get_event', { event_id: idOf(1) }],
  ];
  for (const key of keys) client.setQueryData(key, {});
  renderHook(() => useEventOpenings('s1', events), { wrapper: pageProvider(client) });
  /** The operations whose data is outdated, and those of another space. */
  return () =>
    keys
      .filter((key) => client.getQueryState(key)?.isInvalidated)
      .map(([operation, input]) => (input === keys[2]?.[1] ? 'of another space' : operation));
}

it('The calendar and open events are requested again when the first of the locks opens', () => {
  const outdated = show([
    anEvent({ id: idOf(1), lock: null }),
    anEvent({ id: idOf(2), lock: lockUntil(null, inFuture(7)) }),
    anEvent({ id: idOf(3), lock: lockUntil(inFuture(6), inFuture(5)) }),
  ]);
  vi.advanceTimersByTime(5 * minute);
  expect(outdated()).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(outdated()).toEqual(['list_events', 'list_agenda', 'get_event']);
});

it('Nothing is requested for locks that do not open by themselves', () => {
  const outdated = show([anEvent({ lock: lockUntil(null) }), anEvent({ id: idOf(2), lock: null })]);
  vi.advanceTimersByTime(9 * minute);
  expect(outdated()).toEqual([]);
});
