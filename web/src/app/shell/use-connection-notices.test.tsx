import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dismissToast, readToast, toast } from '#web/ui/toast.ts';
import { useConnectionNotices } from './use-connection-notices.ts';

const live = vi.hoisted(() => ({ state: 'connected' }));
vi.mock('#web/lib/use-live.ts', () => ({ useLiveState: () => live.state }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  dismissToast();
  cleanup();
  vi.useRealTimers();
});

const shown = () => (readToast()?.open ? readToast()?.title : undefined);

function begin() {
  live.state = 'connected';
  const { rerender } = renderHook(() => useConnectionNotices());
  return (state: 'connected' | 'lost', wait = 0) => {
    live.state = state;
    act(() => rerender());
    act(() => vi.advanceTimersByTime(wait));
  };
}

it('says that the connection is away once it has been away for a while, and that it is back', () => {
  const become = begin();
  become('lost', 3_999);
  expect(shown()).toBeUndefined();
  become('lost', 1);
  expect(shown()).toBe("🔌 You're offline");
  become('connected');
  expect(shown()).toBe('✅ Back online');
});

it('says nothing of a short absence', () => {
  const become = begin();
  become('lost', 3_000);
  become('connected', 10_000);
  expect(shown()).toBeUndefined();
});

it('leaves what failed by it to be read first', () => {
  const become = begin();
  become('lost', 3_000);
  toast({ title: 'Your answer was not saved', variant: 'destructive' });
  become('lost', 1_500);
  expect(shown()).toBe('Your answer was not saved');
  act(() => dismissToast());
  expect(shown()).toBe("🔌 You're offline");
});

it('a connection that is back before that was said is not said to be away', () => {
  const become = begin();
  toast({ title: 'Your answer was not saved', variant: 'destructive' });
  act(() => void window.dispatchEvent(new Event('offline')));
  become('lost', 100);
  become('connected');
  act(() => dismissToast());
  expect(shown()).toBe('✅ Back online');
});
