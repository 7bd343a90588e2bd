import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, NetworkError } from '#web/lib/api/api-client.ts';
import { hasUnsentWrite } from '#web/lib/api/unsent-writes.ts';
import { useIsOffline } from '#web/lib/live/reconnect.ts';
import { connectToaster, dismissToast, readToast, TOAST_DURATION_MS, toast } from '#web/ui/overlays/toast.ts';
import { useConnectionToasts } from './use-connection-toasts.ts';

const live = vi.hoisted(() => ({ state: 'connected' }));
vi.mock('#web/lib/live/use-live.ts', () => ({ useLiveState: () => live.state }));

const network = { up: true };
beforeEach(() => {
  vi.useFakeTimers();
  network.up = true;
  live.state = 'connected';
  vi.stubGlobal('fetch', async () => {
    if (!network.up) throw new TypeError('Failed to fetch');
    return { ok: true };
  });
});
afterEach(() => {
  dismissToast();
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const shown = () => {
  const entry = readToast();
  return entry?.open ? [entry.title, entry.description] : [];
};

function renderPage() {
  const { result, rerender } = renderHook(() => {
    useConnectionToasts();
    return useIsOffline();
  });
  const wait = async (ms: number) => await act(async () => await vi.advanceTimersByTimeAsync(ms));
  return {
    isOffline: () => result.current,
    wait,
    become: async (state: 'connected' | 'lost', ms = 0) => {
      live.state = state;
      rerender();
      await wait(ms);
    },
    network: async (up: boolean) => {
      network.up = up;
      window.dispatchEvent(new Event(up ? 'online' : 'offline'));
      await wait(0);
    },
  };
}

it('shows a network that was lost before the scripts of the page ran', async () => {
  live.state = 'idle';
  network.up = false;
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const page = renderPage();
  await page.wait(0);
  onLine.mockRestore();
  expect(shown()).toEqual(["🔌 You're offline", "Changes will sync when you're back."]);
});

it('shows that the network is lost and restored, without a change of the live connection', async () => {
  const page = renderPage();
  await page.network(false);
  expect(shown()).toEqual(["🔌 You're offline", "Changes will sync when you're back."]);
  expect(readToast()?.icon).toBe(false);
  expect(page.isOffline()).toBe(true);
  await page.network(true);
  expect(shown()).toEqual(['✅ Back online', 'Syncing data…']);
  expect(page.isOffline()).toBe(false);
  expect(readToast()?.duration).toBe(3_000);
});

it('shows the toast for the usual time, and the header as long as the page is offline', async () => {
  const page = renderPage();
  await page.network(false);
  expect(readToast()?.duration ?? TOAST_DURATION_MS).toBe(TOAST_DURATION_MS);
  dismissToast();
  await page.wait(60_000);
  expect(page.isOffline()).toBe(true);
});

it('shows a lost live connection after a delay, and its return right away', async () => {
  const page = renderPage();
  network.up = false;
  await page.become('lost', 3_999);
  expect(shown()).toEqual([]);
  await page.become('lost', 1);
  expect(shown()[0]).toBe("🔌 You're offline");
  await page.become('connected');
  expect(shown()[0]).toBe('✅ Back online');
});

it('waits for toasts about failed writes, and promises no sync for them', async () => {
  const page = renderPage();
  network.up = false;
  for (const operation of ['save_draft', 'create_post', 'create_comment', 'send_message'] as const)
    await expect(call(operation, {} as never)).rejects.toThrow(NetworkError);
  expect(hasUnsentWrite(60_000)).toBe(false);
  await expect(call('like_post', { post_id: 'p' })).rejects.toThrow(NetworkError);
  toast({ title: "Couldn't publish your post", variant: 'destructive' });
  await page.network(false);
  expect(shown()[0]).toBe("Couldn't publish your post");
  act(() => dismissToast());
  expect(shown()).toEqual(["🔌 You're offline", "Your last change wasn't sent. Try again when you're back."]);
});

it("doesn't show the offline toast after the connection is restored", async () => {
  const page = renderPage();
  toast({ title: "Couldn't save your RSVP", variant: 'destructive' });
  await page.network(false);
  await page.network(true);
  act(() => dismissToast());
  expect(shown()[0]).toBe('✅ Back online');
});

it('reappears after a toast that replaced it, and then promises no sync', async () => {
  const page = renderPage();
  await page.network(false);
  expect(shown()[0]).toBe("🔌 You're offline");
  await expect(call('like_post', { post_id: 'p' })).rejects.toThrow(NetworkError);
  act(() => void toast({ title: "Couldn't save the event", variant: 'destructive' }));
  expect(shown()[0]).toBe("Couldn't save the event");
  act(() => dismissToast());
  expect(shown()).toEqual(["🔌 You're offline", "Your last change wasn't sent. Try again when you're back."]);
  // Once dismissed, it stays hidden.
  act(() => dismissToast());
  act(() => void toast({ title: 'Copied!' }));
  act(() => dismissToast());
  expect(shown()).toEqual([]);
});

describe('after five failed checks', () => {
  const fail = async () => {
    const page = renderPage();
    network.up = false;
    await page.become('lost', 10 * 60_000);
  };
  const alert = vi.fn();
  beforeEach(() => {
    alert.mockClear();
    vi.stubGlobal('alert', alert);
  });

  it('suggests reloading the page in a toast', async () => {
    const disconnect = connectToaster(() => {});
    await fail();
    expect(shown()).toEqual(['Connection Issue', 'Please refresh the page to restore connection.']);
    expect(alert).not.toHaveBeenCalled();
    disconnect();
  });

  it('suggests it in a browser alert if toasts cannot be shown', async () => {
    await fail();
    expect(alert).toHaveBeenCalledWith(
      'Connection issue detected. Please refresh the page to restore connection.',
    );
  });
});
