import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useOpening } from './use-opening.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const minute = 60_000;
const inFuture = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

it('What waits for a lock runs once, a second after it has opened', () => {
  const onOpen = vi.fn();
  renderHook(() => useOpening(inFuture(minute), onOpen));
  vi.advanceTimersByTime(minute + 999);
  expect(onOpen).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onOpen).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(10 * minute);
  expect(onOpen).toHaveBeenCalledOnce();
});

it('A lock that should be open already is looked at again after a second', () => {
  const onOpen = vi.fn();
  renderHook(() => useOpening(inFuture(-10 * minute), onOpen));
  vi.advanceTimersByTime(1_000);
  expect(onOpen).toHaveBeenCalledOnce();
});

it('Nothing waits for a lock that does not open by itself, or whose page was left', () => {
  const onOpen = vi.fn();
  renderHook(() => useOpening(null, onOpen));
  expect(vi.getTimerCount()).toBe(0);
  const { unmount } = renderHook(() => useOpening(inFuture(minute), onOpen));
  expect(vi.getTimerCount()).toBe(1);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
  expect(onOpen).not.toHaveBeenCalled();
});

it('The newest function runs, and a new time replaces the one before', () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const { rerender } = renderHook(({ at, onOpen }) => useOpening(at, onOpen), {
    initialProps: { at: inFuture(minute), onOpen: first },
  });
  rerender({ at: inFuture(3 * minute), onOpen: second });
  vi.advanceTimersByTime(2 * minute);
  expect(second).not.toHaveBeenCalled();
  vi.advanceTimersByTime(minute + 1_000);
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledOnce();
});
