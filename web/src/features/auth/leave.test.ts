import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '#web/lib/api-client.ts';
import { writeLocal } from '#web/lib/local-store.ts';
import { finishSigningOut } from '#web/lib/signed-out-mark.ts';

vi.mock('#web/lib/api-client.ts', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const ask = vi.mocked(call);
const replace = vi.fn<(href: string) => void>();

/** Each call signs out on a page of its own. */
async function leave(): Promise<void> {
  vi.resetModules();
  await (await import('./session-switch.ts')).leave();
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
  replace.mockReset();
  ask.mockReset();
  for (const name of ['hearth_session_info', 'hearth_signed_out']) keepCookie(`${name}=; Max-Age=0`);
});

it('ends the session on the server and leads to the login window', async () => {
  ask.mockResolvedValue({} as never);
  await leave();
  expect(replace).toHaveBeenCalledExactlyOnceWith('/login');
  expect(localStorage.getItem('hearth.last-path')).toBeNull();
  // The server deletes its own cookies.
  expect(document.cookie).toBe('hearth_session_info=ines');
});

it('signs this browser out too when the server is not reached, leads to the front, and is made good later', async () => {
  ask.mockRejectedValue(new Error('no connection'));
  await leave();
  expect(replace).toHaveBeenCalledExactlyOnceWith('/');
  expect(localStorage.getItem('hearth.last-path')).toBeNull();
  expect(document.cookie).toBe('hearth_signed_out=1');

  await finishSigningOut();
  expect(ask.mock.calls).toEqual([['sign_out'], ['sign_out']]);
});

it('a page that was not left in a hurry has nothing to make good', async () => {
  await finishSigningOut();
  expect(ask).not.toHaveBeenCalled();
});
