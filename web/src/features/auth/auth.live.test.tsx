import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import type { Account } from '#contract/users.ts';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { anAccount, idOf } from '#web-testing/fixtures.ts';
import { pageProvider, setViewer } from '#web-testing/render-page.tsx';

const replace = vi.fn();
beforeEach(() => {
  // A page leaves only once.
  vi.resetModules();
  vi.stubGlobal('location', { replace: replace.mockReset() });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the end of a session of the viewer', () => {
  /** Receives the event when the server has this user for the browser's session. */
  async function endSession(user: Account | null) {
    const { createQueryClient: create } = await import('#web/lib/cache/query-client.ts');
    const { applyLiveEvent } = await import('#web/lib/live/live-client.ts');
    await import('./auth.live.ts');
    const call = vi.fn(async () => ({ session: null, user }));
    const client = create(call as never);
    const event = { seq: 1, channel: 'user:me', type: 'session.ended', payload: { session_ids: [] } };
    applyLiveEvent(event as unknown as LiveEvent, { client, viewerId: idOf(1) });
    await waitFor(() => expect(call).toHaveBeenCalledExactlyOnceWith('get_session'));
    await Promise.resolve();
  }

  it('signs out in place if it was the one of this browser', async () => {
    await endSession(null);
    const { readSignedOutReason } = await import('#web/lib/session/sign-out-in-place.ts');
    await waitFor(() => expect(readSignedOutReason()).toBe('elsewhere'));
    expect(replace).not.toHaveBeenCalled();
  });

  it('leads to the landing page if someone else is signed in meanwhile', async () => {
    await endSession(anAccount({ id: idOf(2) }));
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/'));
  });

  it('changes nothing if it was another one', async () => {
    await endSession(anAccount({ id: idOf(1) }));
    expect(replace).not.toHaveBeenCalled();
  });
});

it('leaves a page once, whatever else would end it', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { replace, reload });
  const { restartPage, reloadPage, signOut } = await import('./session-switch.ts');
  restartPage('/one');
  restartPage('/two');
  reloadPage();
  await signOut();
  expect(replace).toHaveBeenCalledExactlyOnceWith('/one');
  expect(reload).not.toHaveBeenCalled();
});

describe('the viewer', () => {
  it.each([
    ['a user', anAccount()],
    ['a visitor', null],
  ])('is %s, without a request', async (_name, user) => {
    const { useViewer } = await import('./auth.api.ts');
    const call = vi.fn();
    const client = createQueryClient(call);
    setViewer(client, user);
    expect(renderHook(() => useViewer(), { wrapper: pageProvider(client) }).result.current).toEqual(user);
    expect(call).not.toHaveBeenCalled();
  });

  it('stays signed in when the session is requested in vain', async () => {
    const { useViewer, sessionQuery } = await import('./auth.api.ts');
    const client = createQueryClient(vi.fn().mockRejectedValue(new NetworkError(null)));
    setViewer(client, anAccount());
    const { result } = renderHook(() => useViewer(), { wrapper: pageProvider(client) });
    await client.fetchQuery({ ...sessionQuery, retry: false, staleTime: 0 }).catch(() => {});
    expect(result.current).toEqual(anAccount());
  });
});
