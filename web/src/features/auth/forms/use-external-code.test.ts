import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api/api-client.ts';
import { useExternalCode } from './use-external-code.ts';

const { call, signIn, toastOnNextPage } = vi.hoisted(() => ({
  call: vi.fn(),
  signIn: vi.fn(),
  toastOnNextPage: vi.fn(),
}));
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
vi.mock('#web/lib/session/next-page-toast.ts', () => ({ toastOnNextPage }));
vi.mock('../session-switch.ts', () => ({ signIn }));

const replace = vi.fn();
const arriveAt = (search: string) => vi.stubGlobal('location', { search, replace });
beforeEach(() => vi.clearAllMocks());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('signs in with the code of the address, once, and goes where the user wanted to', async () => {
  arriveAt('?code=abc&state=xyz&iss=https%3A%2F%2Fid.example');
  call.mockResolvedValue({ user: { id: 'u1' }, redirect: '/film/space', password_removed: false });
  const { rerender } = renderHook(() => useExternalCode());
  rerender();
  await waitFor(() => expect(signIn).toHaveBeenCalledExactlyOnceWith('u1', '/film/space'));
  expect(call).toHaveBeenCalledExactlyOnceWith('exchange_external_code', {
    code: 'abc',
    state: 'xyz',
    iss: 'https://id.example',
  });
  expect(toastOnNextPage).not.toHaveBeenCalled();
});

it('sends what is there, so that the server says what is missing', async () => {
  arriveAt('');
  call.mockResolvedValue({ user: null, redirect: null, password_removed: false });
  renderHook(() => useExternalCode());
  await waitFor(() => expect(signIn).toHaveBeenCalledExactlyOnceWith(undefined, undefined));
  expect(call).toHaveBeenCalledExactlyOnceWith('exchange_external_code', {
    code: '',
    state: '',
    iss: undefined,
  });
});

it('says that the password of an unconfirmed email was removed', async () => {
  arriveAt('?code=abc&state=xyz');
  call.mockResolvedValue({ user: { id: 'u1' }, redirect: null, password_removed: true });
  renderHook(() => useExternalCode());
  await waitFor(() => expect(signIn).toHaveBeenCalled());
  expect(toastOnNextPage).toHaveBeenCalledExactlyOnceWith({
    title: 'Your old password no longer works',
    description: expect.stringContaining('we removed the password'),
  });
});

it.each([
  [new ApiError('rate_limited', 429, 'Too many attempts.'), 'Too many attempts.'],
  [new Error('odd'), 'Login failed'],
])('leads to the login page after a failure, which says why', async (error, title) => {
  arriveAt('?code=abc&state=xyz');
  call.mockRejectedValue(error);
  renderHook(() => useExternalCode());
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/login'));
  expect(toastOnNextPage).toHaveBeenCalledExactlyOnceWith({ title });
  expect(signIn).not.toHaveBeenCalled();
});
