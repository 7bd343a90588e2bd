import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, type Call, NetworkError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { LoginForm } from './login-form.tsx';

const call = vi.hoisted(() => vi.fn());
const sent = vi.fn();
const toastMock = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
vi.mock('#web/ui/overlays/toast.ts', () => ({ toast: toastMock }));
beforeEach(() => {
  call.mockReset();
  toastMock.mockReset();
});
afterEach(cleanup);

async function show(form: ReactNode, external: { name: string } | null = null) {
  const root = createRootRoute();
  const route = createRoute({ getParentRoute: () => root, path: '/', component: () => form });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: root.addChildren([route]), history });
  const client = createQueryClient((async () => ({ external })) as unknown as Call);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Email'), 'ines@example.com');
  return user;
}

const rejected = new ApiError('invalid_credentials', 401, 'Wrong email or password.');
const cut = new NetworkError(new TypeError('fetch failed'));

it.each([
  ["the server's words", rejected, rejected.message],
  ['that the server was not reached', cut, cut.message],
  ["'Login failed' when there are none", new Error('odd'), 'Login failed'],
  ["'Login failed' when they are empty", new ApiError('internal', 500, ''), 'Login failed'],
])('shows "%s" when sign-in fails', async (_, failure, text) => {
  call.mockRejectedValue(failure);
  const user = await show(<LoginForm redirect={undefined} />);
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'LOG IN' }));
  expect(await screen.findByText(text)).toBeTruthy();
});

it('shows that the provider is unreachable, and can be pressed again', async () => {
  const unavailable = new ApiError('external_sign_in_unavailable', 503, 'Not available at the moment.');
  call.mockRejectedValue(unavailable);
  const user = await show(<LoginForm redirect={undefined} />, { name: 'Village pass' });
  const button = await screen.findByRole('button', { name: 'Continue with Village pass' });
  await user.click(button);
  expect(await screen.findByText('Not available at the moment.')).toBeTruthy();
  expect(call).toHaveBeenCalledWith('start_external_sign_in', {});
  await user.click(button);
  expect(call).toHaveBeenCalledTimes(2);
});

it.each([
  ["the server's words", new ApiError('rate_limited', 429, 'Too many tries.'), 'Too many tries.'],
  ["'Failed to send reset link'", new ApiError('internal', 500, ''), 'Failed to send reset link'],
  ["'An unexpected error occurred'", new Error(''), 'An unexpected error occurred'],
])('shows "%s" when the reset link fails', async (_, failure, text) => {
  call.mockRejectedValue(failure);
  const user = await show(<ForgotPasswordForm redirect={undefined} onSent={sent} />);
  await user.click(screen.getByRole('button', { name: /Send reset link/i }));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(toastMock).not.toHaveBeenCalled();
  expect(sent).not.toHaveBeenCalled();
});

it('confirms that the reset link was sent', async () => {
  call.mockResolvedValue({});
  const user = await show(<ForgotPasswordForm redirect={undefined} onSent={sent} />);
  await user.click(screen.getByRole('button', { name: /Send reset link/i }));
  await vi.waitFor(() =>
    expect(toastMock).toHaveBeenCalledWith({ title: 'Check your email for a password reset link' }),
  );
  expect(sent).toHaveBeenCalledOnce();
});
