import '#web-testing/indexed-db.ts';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '#web/lib/api/api-client.ts';
import { writeLocal } from '#web/lib/cache/local-store.ts';
import { finishSigningOut } from '#web/lib/session/signed-out-mark.ts';

vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const ask = vi.mocked(call);
const replace = vi.fn<(href: string) => void>();

/** Each call signs out on a new page. */
async function signOut(): Promise<void> {
  vi.resetModules();
  await (await import('./session-switch.ts')).signOut();
}

const keepCookie = (cookie: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the tested code reads cookies there.
  document.cookie = `${cookie}; Path=/`;
};

beforeEach(() => {
  vi.stubGlobal('location', { replace, protocol: 'http:' });
  keepCookie('hearth_session_info=ines');
  writeLocal('last-path', { user_id: 'ines', path: '/analog-photography/space', timestamp: 1 });
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  replace.mockReset();
  ask.mockReset();
  for (const name of ['hearth_session_info', 'hearth_signed_out']) keepCookie(`${name}=; Max-Age=0`);
});

it('ends the session on the server and opens the login dialog', async () => {
  ask.mockResolvedValue({} as never);
  await signOut();
  expect(replace).toHaveBeenCalledExactlyOnceWith('/login');
  expect(localStorage.getItem('hearth.last-path')).toBeNull();
  // The server deletes its own cookies.
  expect(document.cookie).toBe('hearth_session_info=ines');
});

it('shows that it takes a moment, until the page is replaced or stays', async () => {
  const isWaiting = () => document.documentElement.dataset.waiting !== undefined;
  const response = Promise.withResolvers<never>();
  ask.mockReturnValueOnce(response.promise);
  const leaving = signOut();
  await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce());
  expect(isWaiting()).toBe(true);
  const { NetworkError } = await import('#web/lib/api/api-client.ts');
  response.reject(new NetworkError(null));
  await leaving;
  expect(isWaiting()).toBe(false);
});

it('deletes what this user could not send, and keeps what others could not', async () => {
  ask.mockResolvedValue({} as never);
  vi.resetModules();
  const { signOut: leave } = await import('./session-switch.ts');
  const { outboxTable } = await import('#web/lib/outbox/outbox-table.ts');
  const table = await outboxTable();
  for (const user_id of ['ines', 'maya'])
    await table.add({ client_id: user_id, user_id, list: 'x', at: '', rejection: null, content: {} });
  await leave('ines');
  expect(await table.listAll('ines')).toEqual([]);
  expect(await table.listAll('maya')).toHaveLength(1);
  expect(localStorage.getItem('hearth.outbox')).toBe('["maya"]');
});

it('keeps the drafts that the server does not have yet, and deletes the others', async () => {
  ask.mockResolvedValue({} as never);
  writeLocal('draft.unsent', { value: { synced: false } });
  writeLocal('draft.sent', { value: { synced: true } });
  writeLocal('draft.empty', { value: null });
  writeLocal('draft.old', {});
  await signOut();
  const drafts = Object.keys(localStorage).filter((name) => name.startsWith('hearth.draft.'));
  expect(drafts).toEqual(['hearth.draft.unsent']);
});

it("signs this browser out even if the server can't be reached, opens the landing page, and completes later", async () => {
  ask.mockRejectedValue(new Error('no connection'));
  await signOut();
  expect(replace).toHaveBeenCalledExactlyOnceWith('/');
  expect(localStorage.getItem('hearth.last-path')).toBeNull();
  expect(document.cookie).toBe('hearth_signed_out=1');

  await finishSigningOut();
  expect(ask.mock.calls).toEqual([['sign_out'], ['sign_out']]);
});

it('stays in the app if there is no connection, which would not load another page', async () => {
  ask.mockImplementation(async () => {
    const { NetworkError } = await import('#web/lib/api/api-client.ts');
    throw new NetworkError(null);
  });
  window.history.replaceState(null, '', '/analog-photography/space');
  await signOut();
  const { useSignedOutInPlace } = await import('#web/lib/session/sign-out-in-place.ts');
  expect(replace).not.toHaveBeenCalled();
  expect(document.cookie).toBe('hearth_signed_out=1');
  expect(document.URL).toMatch(/\/$/);
  expect(renderHook(useSignedOutInPlace).result.current).toBe('offline');
});

it('has nothing to complete after a normal sign-out', async () => {
  await finishSigningOut();
  expect(ask).not.toHaveBeenCalled();
});
