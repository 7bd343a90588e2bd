import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { Toaster } from '#web/ui/overlays/toaster.tsx';
import { anEvent, aSpace } from '#web-testing/fixtures.ts';
import { EventMenu } from './event-menu.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));

afterEach(() => {
  cleanup();
  call.mockReset();
});

const event = anEvent();
const space = aSpace({ subdomain: 'bread' });

function show(fields: Partial<CalendarEvent> = {}, canEdit = true) {
  const onEdit = vi.fn();
  const onDeleted = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient(call)}>
      <EventMenu
        space={space}
        event={{ ...event, ...fields }}
        canEdit={canEdit}
        onEdit={onEdit}
        onDeleted={onDeleted}
      />
      <Toaster />
    </QueryClientProvider>,
  );
  return { onEdit, onDeleted };
}
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it.each([
  ['who can edit it', {}, true, ['Copy link', 'Edit', 'Who can open it', 'Cancel event', 'Delete']],
  ['who can edit it, canceled', { status: 'cancelled' }, true, ['Copy link', 'Delete']],
  ['who only attend', {}, false, ['Copy link']],
] as const)('offers people %s what they may do', (_who, fields, canEdit, expected) => {
  show(fields, canEdit);
  expect(buttons()).toEqual(expected);
});

it('links to the file for calendar apps, unless the event is canceled', () => {
  show();
  expect(screen.getByText('Add to calendar').getAttribute('href')).toBe(`/calendar/events/${event.id}.ics`);
  cleanup();
  show({ status: 'cancelled' });
  expect(screen.queryByText('Add to calendar')).toBeNull();
});

it('copies a link that opens the event in the calendar of its space', async () => {
  const user = userEvent.setup();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  show();
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(write).toHaveBeenCalledWith(`${window.location.origin}/bread/space/calendar?event=${event.id}`);
});

it('sends nothing until the question is confirmed', async () => {
  const { onDeleted } = show();
  await press('Delete');
  const question = await screen.findByRole('alertdialog', { name: 'Delete this event?' });
  await press('Go back');
  await waitFor(() => expect(question.isConnected).toBe(false));
  expect(call).not.toHaveBeenCalled();
  expect(onDeleted).not.toHaveBeenCalled();
});

it('deletes the event and leaves it', async () => {
  call.mockResolvedValue({});
  const { onDeleted } = show();
  await press('Delete');
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this event?' });
  // Only a series has the choice.
  expect(screen.queryByRole('radio')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(call).toHaveBeenCalledExactlyOnceWith('delete_event', { event_id: event.id, scope: 'this' });
  await waitFor(() => expect(dialog.isConnected).toBe(false));
});

it('cancels the chosen events of a series and stays', async () => {
  call.mockResolvedValue({ event: { ...event, status: 'cancelled' } });
  const { onDeleted } = show({ series_id: 'series' });
  await press('Cancel event');
  await screen.findByRole('alertdialog', { name: 'Cancel this event?' });
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'This event only' }).checked).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'This and following events' }));
  await press('Cancel event');
  await screen.findByText('Event canceled');
  expect(call).toHaveBeenCalledExactlyOnceWith('cancel_event', {
    event_id: event.id,
    scope: 'this_and_following',
  });
  expect(onDeleted).not.toHaveBeenCalled();
});

it('keeps the question open if deleting fails', async () => {
  call.mockRejectedValue(new TypeError('Failed to fetch'));
  const { onDeleted } = show();
  await press('Delete');
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this event?' });
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText("Couldn't delete the event");
  expect(dialog.isConnected).toBe(true);
  expect(onDeleted).not.toHaveBeenCalled();
});
