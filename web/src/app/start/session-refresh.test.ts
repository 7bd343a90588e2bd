import { describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { anAccount, idOf } from '#web-testing/fixtures.ts';
import { setViewer } from '#web-testing/render-page.tsx';
import { isDueForRenewal, readDescriptor, renewSession } from './session-refresh.ts';

const day = 24 * 60 * 60;
const minute = 60;

it.each([
  ['just made', 30 * day, false],
  ['a day old', 29 * day + 1, false],
  ['more than a day old', 29 * day - 1, true],
  ['about to end', 4 * minute, true],
  ['over', -1, true],
])('decides on renewing a session that is %s: %s seconds left, %s', (_what, left, due) => {
  expect(isDueForRenewal(1_000_000 + left, 1_000_000_000)).toBe(due);
});

it("retries three times, 1.5 s apart, if the server can't be reached", async () => {
  const refresh = vi.fn().mockRejectedValue(new NetworkError('offline'));
  const wait = vi.fn(async () => {});
  expect(await renewSession(refresh, wait)).toBe(false);
  expect(refresh).toHaveBeenCalledTimes(4);
  expect(wait.mock.calls).toEqual([[1_500], [1_500], [1_500]]);
});

it("stops after the first success, and doesn't retry after a rejection", async () => {
  const second = vi.fn().mockRejectedValueOnce(new NetworkError('offline')).mockResolvedValue({});
  expect(await renewSession(second, async () => {})).toBe(true);
  expect(second).toHaveBeenCalledTimes(2);
  const rejected = vi.fn().mockRejectedValue(new ApiError('authentication_required', 401, 'no'));
  expect(await renewSession(rejected, async () => {})).toBe(false);
  expect(rejected).toHaveBeenCalledTimes(1);
});

it.each([
  [
    'hearth_session_info=%7B%22user_id%22%3A%22u%22%2C%22expires_at%22%3A5%7D; a=b',
    { user_id: 'u', expires_at: 5 },
  ],
  ['a=b', null],
  ['hearth_session_info=nonsense', null],
])('parses the session descriptor of %s', (cookies, descriptor) => {
  expect(readDescriptor(cookies)).toEqual(descriptor);
});

describe('when the page is shown again after another tab', () => {
  const reload = vi.fn();
  const setUser = (id: string) => {
    const value = encodeURIComponent(
      JSON.stringify({ user_id: id, expires_at: Date.now() / 1000 + 30 * day }),
    );
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
    document.cookie = `hearth_session_info=${id === '' ? '; Max-Age=0' : value}`;
  };
  /** Opens the page of a user, and comes back to it after the browser has another one. */
  async function comeBack(next: string) {
    vi.resetModules();
    const { refreshSessionPeriodically } = await import('./session-refresh.ts');
    const { readSignedOutReason } = await import('#web/lib/session/sign-out-in-place.ts');
    const { createQueryClient } = await import('#web/lib/cache/query-client.ts');
    const me = anAccount();
    setUser(me.id);
    const client = createQueryClient(vi.fn());
    setViewer(client, me);
    vi.stubGlobal('location', { reload: reload.mockReset() });
    refreshSessionPeriodically(client);
    setUser(next);
    document.dispatchEvent(new Event('visibilitychange'));
    vi.unstubAllGlobals();
    return readSignedOutReason();
  }

  it('has signed out, it stays and shows nothing of the session', async () => {
    expect(await comeBack('')).toBe('elsewhere');
    expect(reload).not.toHaveBeenCalled();
  });

  it('has signed in as someone else, it is reloaded', async () => {
    expect(await comeBack(idOf(77))).toBeNull();
    expect(reload).toHaveBeenCalledOnce();
  });
});
