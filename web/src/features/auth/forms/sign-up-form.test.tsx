import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SignUpForm } from './sign-up-form.tsx';

const responses = vi.fn<(body: unknown) => { status: number; body: unknown }>();
const confirmationRequired = vi.fn<(email: string) => void>();

async function show() {
  const root = createRootRoute();
  const route = createRoute({
    getParentRoute: () => root,
    path: '/signup',
    component: () => <SignUpForm redirect={undefined} onConfirmationRequired={confirmationRequired} />,
  });
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: ['/signup'] }),
  });
  // The form works with any router.
  render(<RouterProvider router={router as never} />);
  await screen.findByLabelText('Email');
  return userEvent.setup();
}
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sign up' });

async function fill(user: ReturnType<typeof userEvent.setup>, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await user.type(screen.getByLabelText(label), value);
}
const valid = { 'First name': 'Ines', 'Last name': 'Moreau', Email: 'ines@example.com', Password: 'secret' };

describe('Sign-up form', () => {
  beforeEach(() => {
    responses.mockReset();
    confirmationRequired.mockReset();
    vi.stubGlobal('fetch', async (_path: string, init: { body: string }) => {
      const { status, body } = responses(JSON.parse(init.body));
      return Response.json(body, { status });
    });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it.each([
    ['First name', 'I', 'First name must be at least 2 characters'],
    ['First name', 'x'.repeat(51), 'First name is too long'],
    ['Last name', ' M ', 'Last name must be at least 2 characters'],
    ['First name', 'WIN at www.evil.example', "First name can't contain a link"],
    ['Last name', 'evil.example/claim', "Last name can't contain a link"],
    ['Email', 'ines@', 'Please enter a valid email address'],
    ['Password', '12345', 'Password must be at least 6 characters'],
    ['Password', 'x'.repeat(101), 'Password is too long'],
  ])('shows an error for the %s %s', async (label, value, text) => {
    const user = await show();
    const field = screen.getByLabelText(label);
    await user.click(field);
    await user.paste(value);
    expect(screen.queryByText(text)).toBeNull();
    await user.tab();
    await screen.findByText(text);
    expect(submit().disabled).toBe(true);
  });

  it('shows no error for a field that was only focused', async () => {
    const user = await show();
    await user.click(screen.getByLabelText('First name'));
    await user.tab();
    await user.tab();
    expect(screen.queryByText(/must be at least/)).toBeNull();
  });

  it('submits valid input and asks to confirm the email address', async () => {
    const user = await show();
    expect(submit().disabled).toBe(true);
    await fill(user, valid);
    await waitFor(() => expect(submit().disabled).toBe(false));
    responses.mockReturnValue({
      status: 200,
      body: { session: null, user: null, confirmation_required: true },
    });
    await user.click(submit());
    await waitFor(() => expect(confirmationRequired).toHaveBeenCalledWith('ines@example.com'));
    expect(responses).toHaveBeenCalledExactlyOnceWith({
      first_name: 'Ines',
      last_name: 'Moreau',
      email: 'ines@example.com',
      password: 'secret',
    });
  });

  it("shows a taken address at its field, and the server's message for other failures", async () => {
    const user = await show();
    await fill(user, valid);
    const denialReason = (code: string, message: string) => ({
      error: { code, message, data: null, request_id: 'r' },
    });
    responses.mockReturnValueOnce({ status: 409, body: denialReason('email_taken', 'An account exists.') });
    await user.click(submit());
    await screen.findByText('An account exists.');
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
    await user.type(screen.getByLabelText('Email'), 'x');
    responses.mockReturnValueOnce({
      status: 429,
      body: denialReason('rate_limited', 'Please wait 40 seconds.'),
    });
    await user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toBe('Please wait 40 seconds.');
  });
});
