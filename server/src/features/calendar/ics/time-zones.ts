import { Temporal } from '@js-temporal/polyfill';
import ICAL from 'ical.js';

const minuteOf = (zoned: Temporal.ZonedDateTime) => zoned.offsetNanoseconds / 60_000_000_000;
const wallOf = (instant: Temporal.ZonedDateTime, offsetMinutes: number) =>
  instant.toInstant().toZonedDateTimeISO('UTC').add({ minutes: offsetMinutes }).toPlainDateTime();
const toIcsTime = (wall: Temporal.PlainDateTime) =>
  ICAL.Time.fromDateTimeString(wall.toString({ smallestUnit: 'second' }));
const toIcsOffset = (minutes: number) => ICAL.UtcOffset.fromSeconds(Math.round(minutes * 60));

/** A period of one UTC offset, from the moment it begins. Offsets in minutes. */
interface Observance {
  begins: Temporal.PlainDateTime;
  from: number;
  to: number;
}

/** Returns the offset changes of a time zone from before `from` until after `to`, by this server's time zone data. */
function observances(timeZone: string, from: string, to: string): Observance[] {
  const start = Temporal.Instant.from(from).toZonedDateTimeISO(timeZone);
  const end = Temporal.Instant.from(to).toZonedDateTimeISO(timeZone).add({ years: 1 });
  const before = start.getTimeZoneTransition('previous');
  const first = before ?? start.with({ year: 1970, month: 1, day: 1 }).startOfDay();
  const found: Observance[] = [];
  for (
    let at: Temporal.ZonedDateTime | null = first;
    at && Temporal.ZonedDateTime.compare(at, end) <= 0;
    at = at.getTimeZoneTransition('next')
  ) {
    const offsetBefore = minuteOf(at.subtract({ nanoseconds: 1 }));
    found.push({ begins: wallOf(at, offsetBefore), from: offsetBefore, to: minuteOf(at) });
  }
  return found;
}

/** Returns a time zone for calendar apps, for events between two moments, with each offset change by its date. */
export function toVtimezone(timeZone: string, from: string, to: string): ICAL.Component {
  const zone = new ICAL.Component('vtimezone');
  zone.addPropertyWithValue('tzid', timeZone);
  const changes = observances(timeZone, from, to);
  for (const { begins, from: offsetFrom, to: offsetTo } of changes) {
    // One component per change, since apps differ in how they read several dates in one.
    const isSummer = changes.length > 1 && offsetTo > offsetFrom;
    const part = new ICAL.Component(isSummer ? 'daylight' : 'standard');
    part.addPropertyWithValue('dtstart', toIcsTime(begins));
    part.addPropertyWithValue('tzoffsetfrom', toIcsOffset(offsetFrom));
    part.addPropertyWithValue('tzoffsetto', toIcsOffset(offsetTo));
    zone.addSubcomponent(part);
  }
  return zone;
}
