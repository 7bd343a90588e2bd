import { cleanup, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Rsvp } from '#contract/features/calendar/calendar.ts';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { setOffline } from '#web/lib/live/reconnect.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { anAccount, anEvent, aPerson, aSpace, idOf, timeOf } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { CalendarScreen } from '../calendar-screen.tsx';
import { Attendees } from '../event/attendees.tsx';
import { toTone } from '../event/event-state.ts';
import { RsvpButtons } from '../event/rsvp-buttons.tsx';
import { useWindowHeight } from '../use-clock.ts';
import { fitWeeks } from './month-view.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
const now = Date.parse('2027-06-15T12:00:00.000Z');
beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  call.mockReset();
});

const editor = { ...aSpace().permissions, canEditSpace: true };
const noEvents: Responses = { list_agenda: () => ({ events: [], next_cursor: null, live_cursor: 0 }) };

function show(search: Record<string, unknown>, responses: Responses = {}, permissions = editor) {
  call.mockImplementation(
    respondWith({
      list_events: () => ({ events: [], next_cursor: null, live_cursor: 0 }),
      ...responses,
    }),
  );
  const client = createQueryClient(call);
  setViewer(client, anAccount());
  return renderPage(client, <CalendarScreen space={aSpace({ permissions })} search={search} />);
}

describe('A month', () => {
  it.each([
    [900, 5, { weekHeight: 122, lines: 3 }],
    [900, 6, { weekHeight: 101, lines: 2 }],
    [500, 6, { weekHeight: 96, lines: 2 }],
    [1300, 4, { weekHeight: 252, lines: 7 }],
  ])('in a window %i pixels high with %i weeks fits, or scrolls', (height, weeks, fitted) => {
    const { weekHeight, lines } = fitWeeks(height / 16, weeks);
    expect({ weekHeight: weekHeight * 16, lines }).toEqual(fitted);
  });

  it('leaves the events of a week their room when people have larger text', () => {
    document.documentElement.style.fontSize = '24px';
    vi.stubGlobal('innerHeight', 900);
    const { result } = renderHook(useWindowHeight);
    document.documentElement.style.fontSize = '';
    vi.unstubAllGlobals();
    expect(result.current).toBe(37.5);
    // 144 px: the day's number and two lines of 42 px.
    expect(fitWeeks(result.current, 5)).toEqual({ weekHeight: 6, lines: 2 });
  });

  it.each(['month', 'week', 'agenda'])('says that the page is offline: %s', async (view) => {
    const down = () => {
      throw new NetworkError(null);
    };
    setOffline(true);
    try {
      show({ view }, { list_events: down, list_agenda: down });
      expect((await screen.findByRole('alert')).textContent).toBe(
        "You're offlineThis will load when you're back online.",
      );
    } finally {
      setOffline(false);
    }
  });

  it('offers today, unless it shows today already', async () => {
    const { href } = show({ view: 'month', date: '2027-05-15' });
    await userEvent.click(await screen.findByRole('link', { name: 'Today' }));
    await waitFor(() => expect(href()).toBe('/bread/space/calendar?view=month'));
    cleanup();
    show({ view: 'month', date: '2027-06-02' });
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Today' })).disabled).toBe(true);
  });
});

describe('An empty agenda', () => {
  it('offers moderators a new event, and nothing past that does not exist', async () => {
    show({ view: 'agenda' }, noEvents);
    const empty = (await screen.findByText('No upcoming events')).closest<HTMLElement>('.empty');
    if (!empty) throw new Error('no empty state');
    expect(within(empty).getByRole('button', { name: 'New event' })).toBeTruthy();
    await waitFor(() =>
      expect(call).toHaveBeenCalledWith(
        'list_agenda',
        expect.objectContaining({ direction: 'past' }),
        expect.anything(),
      ),
    );
    expect(screen.queryByRole('button', { name: 'Show past events' })).toBeNull();
  });

  it('offers past events if there are some', async () => {
    const past = anEvent({ starts_at: '2027-05-01T16:00:00.000Z', ends_at: '2027-05-01T17:00:00.000Z' });
    const list_agenda: Responses['list_agenda'] = ({ direction }) => ({
      events: direction === 'past' ? [past] : [],
      next_cursor: null,
      live_cursor: 0,
    });
    show({ view: 'agenda' }, { list_agenda }, aSpace().permissions);
    await userEvent.click(await screen.findByRole('button', { name: 'Show past events' }));
    await screen.findByText('Bread evening');
  });
});

it.each<[Rsvp | null, string]>([
  ['going', 'going'],
  ['waiting', 'maybe'],
  ['maybe', 'maybe'],
  ['no', 'declined'],
  [null, 'open'],
])('An event with the RSVP %s looks %s until it is over or canceled', (viewer_rsvp, tone) => {
  const event = anEvent({ viewer_rsvp, ends_at: '2027-06-15T12:00:00.001Z' });
  expect(toTone(event, now)).toBe(tone);
  expect(toTone(event, now + 1)).toBe('past');
  expect(toTone({ ...event, status: 'cancelled' }, now)).toBe('cancelled');
});

it.each<[Rsvp | null, string[]]>([
  [null, ['primary', 'secondary', 'secondary']],
  ['maybe', ['secondary', 'primary', 'secondary']],
  ['no', ['secondary', 'secondary', 'primary']],
])('With the RSVP %s, one button is the main one', (viewer_rsvp, variants) => {
  renderPage(createQueryClient(call), <RsvpButtons event={anEvent({ viewer_rsvp })} />);
  const buttons = screen.getAllByRole('button').map((button) => button.getAttribute('data-variant'));
  expect(buttons).toEqual(variants);
});

it('Photos of attendees have their room before they are loaded', () => {
  call.mockImplementation(respondWith({ list_attendees: () => new Promise(() => {}) }));
  for (const [going_count, room] of [
    [3, '5rem'],
    [40, '9.5rem'],
  ] as const) {
    renderPage(
      createQueryClient(call),
      <Attendees event={anEvent({ going_count })} now={Date.parse(timeOf(0))} />,
    );
    expect(document.querySelector<HTMLElement>('.avatar-stack')?.style.minWidth).toBe(room);
    cleanup();
  }
});

it('Attendees are photos until one asks for the list, whose names open the member card', async () => {
  const ann = aPerson({ id: idOf(7), full_name: 'Ann Byrne' });
  call.mockImplementation(
    respondWith({
      list_attendees: () => ({
        attendees: [{ user: ann, responded_at: timeOf(0) }],
        next_cursor: null,
      }),
      get_member_card: () => new Promise(() => {}),
    }),
  );
  renderPage(
    createQueryClient(call),
    <Attendees event={anEvent({ going_count: 1 })} now={Date.parse(timeOf(0))} />,
  );
  const list = screen.getByRole('button', { name: /1 going/ });
  expect(list.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByText('Ann Byrne')).toBeNull();
  await userEvent.click(list);
  await userEvent.click(await screen.findByRole('button', { name: 'Ann Byrne' }));
  await screen.findByRole('dialog', { name: /Ann Byrne/ });
});
