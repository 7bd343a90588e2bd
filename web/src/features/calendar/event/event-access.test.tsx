import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Lock } from '#contract/features/access/access.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { anAccount, anEvent, aPerson, aSpace, idOf, timeOf } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { CalendarContextProvider } from '../calendar-context.ts';
import { EventAccessDialog } from './event-access-dialog.tsx';
import { EventDialog } from './event-dialog.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));

const lock: Lock = {
  match: 'all',
  unmet: [{ rule: { kind: 'level', level: 2 }, opens_at: null, title: null }],
  opens_at: null,
};
const space = aSpace({ feature_classroom_enabled: false });
const now = Date.parse('2027-05-01T10:00:00.000Z');
const press = async (name: string | RegExp, role = 'button') =>
  await userEvent.click(await screen.findByRole(role, { name }));

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('A locked event', () => {
  const at = '2027-05-20T10:00:00.000Z';
  const waiting = { rule: { kind: 'date' as const, at }, opens_at: at, title: null };
  const event = anEvent({ lock: { ...lock, unmet: [...lock.unmet, waiting] }, going_count: 4 });
  const open = (shown = event, responses: Responses = {}) => {
    const respond = respondWith({ get_event: () => ({ event: shown, live_cursor: 1 }), ...responses });
    call.mockImplementation(respond);
    const client = createQueryClient(respond);
    setViewer(client, anAccount());
    seedEntities(client, { event: [shown] });
    const context = { subdomain: space.subdomain, search: {} };
    const dialog = { space, eventId: shown.id, now, onClose: vi.fn(), onEdit: vi.fn() };
    renderPage(
      client,
      <CalendarContextProvider value={context}>
        <EventDialog {...dialog} />
      </CalendarContextProvider>,
    );
  };

  it('says why, with a link to the levels, and offers no RSVP and no attendees', async () => {
    open();
    expect(await screen.findByRole('heading', { name: "This event isn't open to you yet" })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Reach level 2' }).getAttribute('href')).toContain('leaderboard');
    expect(screen.getByText(/^Wait until May 20, 2027/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Going' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Attendees' })).toBeNull();
  });

  it('can be withdrawn from by someone who said yes before', async () => {
    const withdraw = vi.fn(() => ({ event: { ...event, viewer_rsvp: null } }));
    open({ ...event, viewer_rsvp: 'going' }, { delete_rsvp: withdraw });
    expect(await screen.findByText("You're going")).toBeTruthy();
    await press('Withdraw');
    await waitFor(() => expect(withdraw).toHaveBeenCalled());
  });
});

describe('Who can open an event', () => {
  const event = anEvent({ series_id: idOf(7) });
  const open = (responses: Responses = {}) => {
    const onClose = vi.fn();
    const client = createQueryClient(respondWith(responses));
    setViewer(client, anAccount());
    renderPage(client, <EventAccessDialog space={space} event={event} onClose={onClose} />);
    return onClose;
  };

  it('is set for its whole series, without something to complete where there are no courses', async () => {
    const save = vi.fn(() => ({ access: null }));
    const onClose = open({ set_event_access: save });
    await press('Add rule');
    expect(await screen.findByText(/The rules count for the whole series/)).toBeTruthy();
    await press(/Rule 1/, 'combobox');
    expect(screen.queryByRole('option', { name: 'Something completed' })).toBeNull();
    await press('Access given by hand', 'option');
    await press('Save rules');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(save).toHaveBeenCalledWith({ event_id: event.id, match: 'all', rules: [{ kind: 'grant' }] });
  });

  it('stays as it is if saving fails', async () => {
    const onClose = open({});
    await press('Add rule');
    await press('Save rules');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save rules' })).toBeTruthy());
    expect(onClose).not.toHaveBeenCalled();
  });

  it('lists the members with who can open it', async () => {
    const member = {
      person: aPerson({ full_name: 'Ida Blum' }),
      level: 1,
      joined_at: timeOf(0),
      is_open: false,
      at: null,
      granted_at: null,
      locked_by: [{ item: { kind: 'event' as const, id: event.id }, lock }],
    };
    const list = vi.fn(() => ({ members: [member], next_cursor: null }));
    open({ list_event_access: list });
    await press('Members', 'tab');
    expect(await screen.findByText('Ida Blum')).toBeTruthy();
    expect(screen.getByText(/Reach level 2/)).toBeTruthy();
    expect(list).toHaveBeenCalledWith(expect.objectContaining({ event_id: event.id }));
  });

  it('is previewed for a member of a level', async () => {
    open({ preview_event_access: ({ level }) => ({ lock: Number(level) >= 2 ? null : lock }) });
    await press('See as', 'tab');
    expect(await screen.findByText('Reach level 2')).toBeTruthy();
    await press(/^Level/, 'combobox');
    await press('Level 2', 'option');
    expect(await screen.findByText('Open to them')).toBeTruthy();
  });
});
