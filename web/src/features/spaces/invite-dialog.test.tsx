import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { InviteLink } from './invite-dialog.tsx';

const copied = vi.fn();
afterEach(() => {
  cleanup();
  copied.mockReset();
  vi.useRealTimers();
});

it('copies the link and shows "Copied!" for two seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  render(<InviteLink link="https://hearth.example/open" onCopied={copied} />);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(write).toHaveBeenCalledWith('https://hearth.example/open');
  expect(screen.getByRole('button', { name: 'Copied!' })).toBeTruthy();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await screen.findByRole('button', { name: 'Copy' })).toBeTruthy();
  expect(copied).toHaveBeenCalledOnce();
});

it('has a button as high as the field', () => {
  render(<InviteLink link="https://hearth.example/open" onCopied={copied} />);
  expect(screen.getByRole('button', { name: 'Copy' }).dataset.size).toBe('lg');
});

it('selects the link and prompts to copy it manually if the browser blocks copying', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  render(<InviteLink link="https://hearth.example/open" onCopied={copied} />);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText(/copy it manually/)).toBeTruthy();
  expect(copied).not.toHaveBeenCalled();
  const field = screen.getByLabelText<HTMLInputElement>('Link');
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
});
