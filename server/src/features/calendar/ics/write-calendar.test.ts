import { expect, it } from 'vitest';
import type { IcsRow } from './ics.queries.ts';
import { writeCalendar } from './write-calendar.ts';

const context = { publicUrl: 'https://hearth.example', brand: 'Hearth' };

/** An event in Berlin on a day, from 18:00 to 20:00 on another one. */
const anEvent = (id: string, first: string, last = first): IcsRow => ({
  id,
  title: 'Choir',
  description: '',
  location_type: 'none',
  address: null,
  starts_at: `${first}T17:00:00.000Z`,
  ends_at: `${last}T19:00:00.000Z`,
  starts_local: `${first}T18:00`,
  ends_local: `${last}T20:00`,
  time_zone: 'Europe/Berlin',
  all_day: false,
  status: 'scheduled',
  original_local: null,
  changed_fields: [],
  sequence: 0,
  created_at: '2027-01-01T00:00:00.000Z',
  edited_at: null,
  deleted_at: null,
  space_name: 'Bread',
  subdomain: 'bread',
  viewer_rsvp: null,
  space_id: '00000000-0000-4000-8000-000000000002',
  is_organizer: false,
  access_id: '00000000-0000-4000-8000-000000000003',
  access: null,
  series: null,
});
/** The years in which the time zone of a calendar has a change to summer time. */
const summersOf = (rows: IcsRow[]) =>
  [...writeCalendar(rows, context).matchAll(/BEGIN:DAYLIGHT\r\nDTSTART:(\d{4})/g)].map(([, year]) => year);

it.each([
  ['in their order', [anEvent('a', '2027-02-01'), anEvent('b', '2030-02-01')]],
  ['the latest first', [anEvent('b', '2030-02-01'), anEvent('a', '2027-02-01')]],
  [
    'of which one begins before the other and ends after it',
    [anEvent('a', '2029-02-01'), anEvent('b', '2027-02-01', '2030-02-01')],
  ],
])('The time zone of a calendar has all changes from the first to the last event, %s', (_order, rows) => {
  expect(summersOf(rows)).toEqual(['2027', '2028', '2029', '2030']);
});

it('The time zone of a calendar has no changes from long before its events or after them', () => {
  expect(summersOf([anEvent('a', '2027-02-01')])).toEqual(['2027']);
});
