import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mutedForGood } from '#contract/values/mute-durations.ts';
import { useMutedText } from './use-muted-text.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const day = 24 * 3_600_000;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Opens a conversation that is muted until then, and counts how often it is rendered. */
function open(muted_until: string) {
  const render = vi.fn(() => useMutedText({ muted_until }));
  const { result } = renderHook(render);
  return { render, text: () => result.current };
}

it('A mute ends when its time has come, also after more days than a timer can wait', async () => {
  const { text } = open(new Date(Date.now() + 60 * day).toISOString());
  await pass(60 * day - 1);
  expect(text()).toMatch(/^Muted until /);
  await pass(1);
  expect(text()).toBeNull();
});

it('A mute that does not end soon is not checked all the time', async () => {
  const { render, text } = open(mutedForGood);
  await pass(3_600_000);
  expect([render.mock.calls.length, text()]).toEqual([1, 'Muted']);
});
