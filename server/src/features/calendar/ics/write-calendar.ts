import ICAL from 'ical.js';
import { toPlainText } from '#server/platform/text/rich-text.ts';
import { type RuleParts, toRuleParts } from '../times/expand-rule.ts';
import type { WallTimes } from '../times/wall-time.ts';
import type { IcsRow } from './ics.queries.ts';
import { toVtimezone } from './time-zones.ts';

/** Server address and brand for a calendar file. */
export interface CalendarLinks {
  /** Without a trailing slash. */
  publicUrl: string;
  brand: string;
}

/** Returns the URL of an event's page. */
export function eventUrl(publicUrl: string, row: { id: string; subdomain: string }): string {
  return `${publicUrl}/${row.subdomain}/space/calendar?event=${row.id}`;
}

type Series = NonNullable<IcsRow['series']>;

const isWithoutZone = (timeZone: string) => timeZone === 'UTC' || timeZone === 'Etc/UTC';

/** Adds a wall time as a property: a date, a time in its time zone, or UTC. */
function addTime(
  component: ICAL.Component,
  name: string,
  local: string,
  { time_zone, all_day }: Pick<WallTimes, 'time_zone' | 'all_day'>,
): void {
  const property = new ICAL.Property(name);
  if (all_day) {
    property.resetType('date');
    property.setValue(ICAL.Time.fromDateString(local.slice(0, 10)));
  } else {
    const utc = isWithoutZone(time_zone);
    if (!utc) property.setParameter('tzid', time_zone);
    property.setValue(ICAL.Time.fromDateTimeString(`${local}:00${utc ? 'Z' : ''}`));
  }
  component.addProperty(property);
}

const utcTime = (wire: string) => ICAL.Time.fromDateTimeString(`${wire.slice(0, 19)}Z`);

interface VeventContent {
  uid: string;
  title: string;
  description: string;
  address: string | null;
  status: 'scheduled' | 'cancelled';
  sequence: number;
  created_at: string;
  changed_at: string;
  url: string;
}

/**
 * Returns an event without its recurrence. The link of an online event is never included, since it is only available
 * on the event's page.
 */
function toVevent(content: VeventContent, times: WallTimes): ICAL.Component {
  const event = new ICAL.Component('vevent');
  event.addPropertyWithValue('uid', content.uid);
  event.addPropertyWithValue('dtstamp', utcTime(content.changed_at));
  event.addPropertyWithValue('created', utcTime(content.created_at));
  event.addPropertyWithValue('last-modified', utcTime(content.changed_at));
  event.addPropertyWithValue('sequence', content.sequence);
  addTime(event, 'dtstart', times.starts_local, times);
  addTime(event, 'dtend', times.ends_local, times);
  event.addPropertyWithValue('summary', content.title);
  const text = toPlainText(content.description);
  event.addPropertyWithValue('description', text === '' ? content.url : `${text}\n\n${content.url}`);
  if (content.address) event.addPropertyWithValue('location', content.address);
  event.addPropertyWithValue('url', content.url);
  event.addPropertyWithValue('status', content.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED');
  return event;
}

function toVeventContent(row: IcsRow, uid: string, sequence: number, publicUrl: string): VeventContent {
  return {
    uid,
    title: row.title,
    description: row.description,
    address: row.address,
    status: row.status,
    sequence,
    created_at: row.created_at,
    changed_at: row.edited_at ?? row.created_at,
    url: eventUrl(publicUrl, row),
  };
}

/** Converts a rule to the library's format. */
function toRrule(parts: RuleParts, count: number): ICAL.Recur {
  return ICAL.Recur.fromData({ ...parts, count });
}

/** Returns a series: its rule, and each event that differs from it. */
function toSeriesEvents(
  series: Series,
  rows: IcsRow[],
  context: CalendarLinks,
  host: string,
): ICAL.Component[] {
  const living = rows.filter((row) => row.deleted_at === null);
  const [first] = living;
  if (!first) return [];
  const uid = `${series.id}@${host}`;
  const allCancelled = living.every(({ status }) => status === 'cancelled');
  const { content } = series;
  const main = toVevent(
    {
      uid,
      title: content.title,
      description: content.description,
      address: content.address,
      status: allCancelled ? 'cancelled' : 'scheduled',
      sequence: series.sequence,
      created_at: series.created_at,
      changed_at: series.updated_at,
      url: eventUrl(context.publicUrl, first),
    },
    series,
  );
  main.addPropertyWithValue('rrule', toRrule(toRuleParts(series.rule, series.starts_local), rows.length));
  // Deleted events, and in a member's own subscription those with the RSVP No.
  const excluded = rows.filter((row) => row.deleted_at !== null || row.viewer_rsvp === 'no');
  for (const row of excluded) addTime(main, 'exdate', row.original_local ?? '', series);
  const others = rows
    .filter((row) => !excluded.includes(row))
    .filter((row) => row.changed_fields.length > 0 || (row.status === 'cancelled' && !allCancelled))
    .map((row) => {
      const event = toVevent(
        toVeventContent(row, uid, series.sequence + row.sequence, context.publicUrl),
        row,
      );
      addTime(event, 'recurrence-id', row.original_local ?? '', series);
      return event;
    });
  return [main, ...others];
}

/** Returns events as a calendar file (RFC 5545). `rows` contain every event of each of their series. */
export function writeCalendar(
  rows: IcsRow[],
  context: CalendarLinks,
  options: { name?: string; refreshed?: boolean } = {},
): string {
  const host = new URL(context.publicUrl).hostname;
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', `-//${context.brand}//Calendar//EN`);
  calendar.addPropertyWithValue('calscale', 'GREGORIAN');
  if (options.name) calendar.addPropertyWithValue('x-wr-calname', options.name);
  if (options.refreshed) {
    const hourly = ICAL.Duration.fromString('PT1H');
    const refresh = new ICAL.Property('refresh-interval');
    refresh.resetType('duration');
    refresh.setValue(hourly);
    calendar.addProperty(refresh);
    calendar.addPropertyWithValue('x-published-ttl', 'PT1H');
  }

  const zones = new Map<string, { from: string; to: string }>();
  const addZone = (name: string, row: IcsRow) => {
    if (isWithoutZone(name)) return;
    const { from, to } = zones.get(name) ?? { from: row.starts_at, to: row.ends_at };
    zones.set(name, {
      from: row.starts_at < from ? row.starts_at : from,
      to: row.ends_at > to ? row.ends_at : to,
    });
  };
  const bySeries = new Map<string, { series: Series; rows: IcsRow[] }>();
  const events: ICAL.Component[] = [];
  for (const row of rows) {
    if (!row.all_day) addZone(row.time_zone, row);
    if (row.series) {
      if (!row.series.all_day) addZone(row.series.time_zone, row);
      const existing = bySeries.get(row.series.id) ?? { series: row.series, rows: [] };
      existing.rows.push(row);
      bySeries.set(row.series.id, existing);
    } else if (row.viewer_rsvp !== 'no') {
      events.push(toVevent(toVeventContent(row, `${row.id}@${host}`, row.sequence, context.publicUrl), row));
    }
  }
  for (const { series, rows: ofSeries } of bySeries.values()) {
    events.push(...toSeriesEvents(series, ofSeries, context, host));
  }
  for (const [name, { from, to }] of zones) calendar.addSubcomponent(toVtimezone(name, from, to));
  for (const event of events) calendar.addSubcomponent(event);
  return `${calendar.toString()}\r\n`;
}
