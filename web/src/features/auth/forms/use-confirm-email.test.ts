import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { confirmationTtl, rememberWantedPath } from '../last-visit.ts';
import { useConfirmEmail } from './use-confirm-email.ts';

const { call, signIn, toastOnNextPage } = vi.hoisted(() => ({
  call: vi.fn(),
  signIn: vi.fn(),
  toastOnNextPage: vi.fn(),
}));
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
vi.mock('#web/lib/session/next-page-toast.ts', () => ({ toastOnNextPage }));
vi.mock('../session-switch.ts', () => ({ signIn }));
beforeEach(() => vi.clearAllMocks());

it('confirms the address on the page that it leads to', async () => {
  call.mockResolvedValue({ user: { id: 'u1', email: 'ada@example.com' } });
  renderHook(() => useConfirmEmail('token'));
  await waitFor(() => expect(signIn).toHaveBeenCalledWith('u1', undefined));
  expect(toastOnNextPage).toHaveBeenCalledWith({ title: 'Email confirmed' });
});

it('continues where the user wanted to go when signing up, on the same browser and within an hour', async () => {
  const confirm = async (email: string) => {
    signIn.mockClear();
    call.mockResolvedValue({ user: { id: 'u1', email } });
    renderHook(() => useConfirmEmail('token'));
    await waitFor(() => expect(signIn).toHaveBeenCalled());
    return signIn.mock.calls[0]?.[1];
  };
  rememberWantedPath('Ada@example.com', '/bread/about#join');
  expect(await confirm('eve@example.com')).toBeUndefined();
  expect(await confirm('ada@example.com')).toBe('/bread/about#join');
  expect(await confirm('ada@example.com')).toBeUndefined();
  rememberWantedPath('ada@example.com', '/bread/about', Date.now() - confirmationTtl - 1);
  expect(await confirm('ada@example.com')).toBeUndefined();
});

it('says why the link failed', async () => {
  call.mockRejectedValue(new Error('failed'));
  const { result } = renderHook(() => useConfirmEmail('token'));
  await waitFor(() => expect(result.current.failure).toBe('This confirmation link is no longer valid.'));
  expect(toastOnNextPage).not.toHaveBeenCalled();
});

it('confirms each link once, however often the page renders', async () => {
  call.mockResolvedValue({ user: null });
  const { rerender } = renderHook(({ token }) => useConfirmEmail(token), { initialProps: { token: 'one' } });
  rerender({ token: 'one' });
  await waitFor(() => expect(signIn).toHaveBeenCalledExactlyOnceWith(undefined, undefined));
  rerender({ token: 'two' });
  rerender({ token: 'two' });
  await waitFor(() => expect(signIn).toHaveBeenCalledTimes(2));
  expect(call.mock.calls).toEqual([
    ['confirm_email', { token: 'one' }],
    ['confirm_email', { token: 'two' }],
  ]);
});

it('says that a link without a token is incomplete, and sends nothing', () => {
  const { result } = renderHook(() => useConfirmEmail(undefined));
  expect(result.current.failure).toBe('This confirmation link is incomplete.');
  expect(call).not.toHaveBeenCalled();
});
