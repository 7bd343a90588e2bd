import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { type CalendarEvent, calendarEvent } from '#contract/features/calendar/calendar.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { anAccount, anEvent, aSpace } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { CalendarContextProvider } from '../calendar-context.ts';
import { EventDialog } from './event-dialog.tsx';

const space = aSpace({ permissions: { ...aSpace().permissions, canEditSpace: true } });
const whole = anEvent({ description: '<p>Bring a film.</p>' });
/** As lists have it. */
const listed: CalendarEvent = calendarEvent.parse(whole);

/** Opens the dialog of an event that a list has. The first request for its details fails. */
function openAfterFailure() {
  const get_event = vi
    .fn(() => ({ event: whole, live_cursor: 1 }))
    .mockImplementationOnce(() => {
      throw new ApiError('internal', 500, 'Failed', null);
    });
  const client = createQueryClient(respondWith({ get_event }));
  setViewer(client, anAccount());
  seedEntities(client, { event: [listed] });
  const onEdit = vi.fn();
  const dialog = {
    space,
    eventId: listed.id,
    now: Date.parse(listed.starts_at) - 1,
    onClose: vi.fn(),
    onEdit,
  };
  renderPage(
    client,
    <CalendarContextProvider value={{ subdomain: space.subdomain, search: {} }}>
      <EventDialog {...dialog} />
    </CalendarContextProvider>,
  );
  return { onEdit };
}

const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name }));

afterEach(cleanup);

it('says that the description is missing, and requests it again', async () => {
  openAfterFailure();
  expect(await screen.findByText("Couldn't load the description")).toBeTruthy();
  expect(screen.getByRole('heading', { name: listed.title })).toBeTruthy();
  await press('Try again');
  expect(await screen.findByText('Bring a film.')).toBeTruthy();
  expect(screen.queryByText("Couldn't load the description")).toBeNull();
});

it('edits an event only with its description, which it requests', async () => {
  const { onEdit } = openAfterFailure();
  await screen.findByText("Couldn't load the description");
  await press('Edit');
  await waitFor(() => expect(onEdit).toHaveBeenCalledTimes(1));
  expect(onEdit.mock.calls[0]?.[0]).toMatchObject({ description: whole.description });
});
