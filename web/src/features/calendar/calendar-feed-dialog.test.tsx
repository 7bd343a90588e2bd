import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { calendarEndpoints } from '#contract/features/calendar/calendar.ts';
import type { EndpointOutput } from '#contract/schema/endpoint.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { Toaster } from '#web/ui/overlays/toaster.tsx';
import { CalendarFeedDialog } from './calendar-feed-dialog.tsx';

type FeedResponse = EndpointOutput<(typeof calendarEndpoints)['get_calendar_feed']>;

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));

afterEach(() => {
  cleanup();
  call.mockReset();
});

const feedOf = (token: string): FeedResponse => ({
  feed: {
    url: `https://hearth.example/calendar/${token}.ics`,
    webcal_url: `webcal://hearth.example/calendar/${token}.ics`,
  },
});

/** Responds like the server: by operation, with the link that each returns. */
function show(responses: Record<string, FeedResponse | Error>) {
  call.mockImplementation(async (operation: string) => {
    const response = responses[operation];
    if (response === undefined) throw new Error(`unexpected ${operation}`);
    if (response instanceof Error) throw response;
    return response;
  });
  render(
    <QueryClientProvider client={createQueryClient(call)}>
      <CalendarFeedDialog trigger={<button type="button">Subscribe</button>} open onOpenChange={() => {}} />
      <Toaster />
    </QueryClientProvider>,
  );
}
const link = () => screen.getByLabelText<HTMLInputElement>('Private link').value;
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const changes = () =>
  call.mock.calls.map(([operation]) => operation).filter((one) => one !== 'get_calendar_feed');

it('creates a link only when asked to', async () => {
  show({ get_calendar_feed: { feed: null }, create_calendar_feed: feedOf('one') });
  const create = await screen.findByRole('button', { name: 'Create link' });
  expect(changes()).toEqual([]);
  await userEvent.click(create);
  await screen.findByLabelText('Private link');
  expect(link()).toBe('https://hearth.example/calendar/one.ics');
  expect(screen.getByText('Open in calendar app').getAttribute('href')).toBe(
    'webcal://hearth.example/calendar/one.ics',
  );
});

it('asks before it resets the link', async () => {
  show({ get_calendar_feed: feedOf('old'), reset_calendar_feed: feedOf('new') });
  await press('Reset link…');
  await screen.findByText(/current link will stop working/);
  await press('Cancel');
  expect(screen.queryByText(/current link will stop working/)).toBeNull();
  expect(changes()).toEqual([]);
  await press('Reset link…');
  await press('Reset link');
  await waitFor(() => expect(link()).toBe('https://hearth.example/calendar/new.ics'));
  expect(screen.queryByText(/current link will stop working/)).toBeNull();
  await screen.findByText('The old link no longer works.');
});

it('turns the link off', async () => {
  show({ get_calendar_feed: feedOf('old'), delete_calendar_feed: { feed: null } });
  await press('Reset link…');
  await press('Turn off link');
  await screen.findByRole('button', { name: 'Create link' });
  expect(screen.queryByLabelText('Private link')).toBeNull();
  expect(changes()).toEqual(['delete_calendar_feed']);
});

it('keeps the old link if resetting fails', async () => {
  show({ get_calendar_feed: feedOf('old'), reset_calendar_feed: new TypeError('Failed to fetch') });
  await press('Reset link…');
  await press('Reset link');
  await screen.findByText("Couldn't update your calendar link");
  expect(link()).toBe('https://hearth.example/calendar/old.ics');
  expect(screen.getByText(/current link will stop working/)).toBeTruthy();
});
