import { expect, it } from 'vitest';
import { type EventNotificationKind, toEventParams, whereText } from './event-copy.ts';

it.each([
  ['in_person', 'Main Street 1', 'Main Street 1'],
  ['in_person', null, ''],
  ['none', 'Main Street 1', 'No location'],
  ['online', null, 'Online. The link opens on the event page 15 minutes before the start.'],
])('An email says where an event is: %s, %s', (location_type, address, expected) => {
  expect(whereText({ location_type, address })).toBe(expected);
});

const starts_at = '2026-11-21T20:00:00.000Z';
const times = {
  starts_local: '2026-11-22T07:00',
  ends_local: '2026-11-22T08:00',
  time_zone: 'Australia/Sydney',
};
const event = { ...times, title: 'Walk', starts_at, all_day: false };

it.each<[string, EventNotificationKind, string, string, number | null]>([
  ['on the day before', 'day', '2026-11-21T12:59:59.000Z', 'day', null],
  ['a while before', 'soon', '2026-11-21T19:30:20.000Z', 'soon', 30],
  ['in the last minute', 'soon', '2026-11-21T19:59:59.000Z', 'soon', 1],
  ['at its start', 'start', starts_at, 'starting', null],
  ['a little late', 'start', '2026-11-21T20:01:59.999Z', 'starting', null],
  ['two minutes late', 'start', '2026-11-21T20:02:00.000Z', 'started', null],
  ['after a change', 'changed', starts_at, 'changed', null],
  ['after its cancellation', 'cancelled', starts_at, 'cancelled', null],
  ['with a free seat', 'seat', starts_at, 'seat', null],
])('A notification of an event %s', (_when, kind, now, said, minutes) => {
  expect(toEventParams(kind, event, now)).toEqual({
    ...times,
    title: 'Walk',
    all_day: false,
    event: said,
    minutes,
  });
});
