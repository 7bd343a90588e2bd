import { itemAccess } from '#server/features/access/index.ts';
import {
  createEvent,
  endEvent,
  eventWrite,
  listEventsInRange,
  setRsvp,
  updateEvent,
} from '#server/features/calendar/index.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type DemoMembers, requireMember } from './add-people.ts';
import type { Community } from './content/community.ts';
import { type DemoEvent, demoEvents } from './content/events.ts';
import { type DemoSpace, limitTime, requireSpaceContext } from './create-demo-space.ts';
import { createDice } from './dice.ts';
import { storeDemoImage } from './files/store-image.ts';
import { forEachOf } from './pool.ts';
import { withoutEmails } from './without-emails.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** People have responded to events from this long ago to this far ahead, in milliseconds. */
const respondedFrom = 9 * day;
const respondedTo = 21 * day;

interface Calendar {
  platform: Platform;
  community: Community;
  space: DemoSpace;
  people: DemoMembers;
  now: number;
}

/** A created event of the demo. */
interface CreatedEvent {
  id: string;
  starts_at: string;
  starts_local: string;
}

const toLocalTime = (time: number) => new Date(time).toISOString().slice(0, 16);

/** Returns the local start and end time of an event. Its day is counted from today. */
function localTimes(event: DemoEvent, now: number): { starts_local: string; ends_local: string } {
  const today = Math.floor(now / day) * day;
  let first = today + event.day.from * day;
  const { weekday } = event.day;
  while (weekday !== undefined && (new Date(first).getUTCDay() || 7) !== weekday) first += day;
  const [hours = 0, minutes = 0] = (event.time ?? '00:00').split(':').map(Number);
  const starts = first + hours * hour + minutes * minute;
  const length = event.time === null ? event.lasts * day : event.lasts * minute;
  return { starts_local: toLocalTime(starts), ends_local: toLocalTime(starts + length) };
}

/** Fills a space's calendar with the actions that people use: creates events, changes some of them and adds RSVPs. */
export async function fillCalendar(
  input: Omit<Calendar, 'platform'> & { platform: Platform },
): Promise<void> {
  const platform = withoutEmails(input.platform);
  const calendar: Calendar = { ...input, platform };
  const events = demoEvents.filter(({ space }) => space === input.community.subdomain);
  await forEachOf(events, 3, async (event) => {
    const created = await createDemoEvent(calendar, event);
    await addRsvps(calendar, event, created);
    await changeSome(calendar, event, created);
    await limit(calendar, event, created);
  });
}

/** Returns when an event is created: nine days before it starts or before now, but not before its author has joined. */
function creationTime({ space, now }: Calendar, event: DemoEvent): number {
  const joined = space.joined.get(event.by) ?? now - hour;
  const starts = Date.parse(`${localTimes(event, now).starts_local}Z`);
  return Math.max(joined + hour, Math.min(now, starts) - 9 * day);
}

/** Creates an event and returns it, or the occurrences of its series around today. */
async function createDemoEvent(calendar: Calendar, event: DemoEvent): Promise<CreatedEvent[]> {
  const { platform, space, people, now } = calendar;
  const { db } = platform;
  const times = localTimes(event, now);
  const by = requireMember(people, event.by).viewer;
  const scope = await requireSpaceContext(platform, by, space.space_id);
  const { place } = event;
  const created = await withFrozenTime(creationTime(calendar, event), async () =>
    createEvent(db, by, scope, {
      ...times,
      client_id: newId(),
      title: event.title,
      description: event.description,
      cover_upload_id: await storeCover(calendar, event),
      time_zone: event.time_zone,
      all_day: event.time === null,
      location_type: place.type,
      url: place.type === 'link' ? place.url : null,
      address: place.type === 'in_person' ? place.address : null,
      host_ids: event.hosts.map((key) => requireMember(people, key).viewer.user_id),
      capacity: event.capacity,
      repeat: event.repeat,
      // Set once members have responded: see `limit`.
      access: null,
    }),
  );
  if (!created.series_id) return [created];
  const span = {
    from: new Date(now - respondedFrom).toISOString(),
    to: new Date(now + respondedTo).toISOString(),
  };
  const rows = await listEventsInRange(db, by, {
    space_id: space.space_id,
    ...span,
    all_day_from: span.from,
    all_day_to: span.to,
    started_after: span.from,
    after: null,
    limit: 500,
  });
  return rows.filter(({ series_id }) => series_id === created.series_id);
}

async function storeCover({ platform, space, people }: Calendar, event: DemoEvent): Promise<string | null> {
  if (!event.image) return null;
  const { user_id } = requireMember(people, event.by).viewer;
  const by = { user_id, space_id: space.space_id, purpose: 'event_cover' } as const;
  const upload = await storeDemoImage(platform, by, `images/${event.image}`);
  return upload.id;
}

/** Adds the RSVPs of members, each at a time between the announcement and the event. */
async function addRsvps(calendar: Calendar, event: DemoEvent, created: CreatedEvent[]): Promise<void> {
  const { platform, space, people, now } = calendar;
  for (const { id, starts_at } of created) {
    const dice = createDice(`${event.title} ${created.findIndex((one) => one.id === id)} answers`);
    const ends = Math.min(now, Date.parse(starts_at) - hour);
    const rsvps: { key: string; rsvp: 'going' | 'maybe' | 'no'; at: number }[] = [];
    for (const key of [...space.joined.keys()].sort()) {
      const random = dice.next();
      const preferred = Math.round(ends - dice.next() * 6 * day);
      const begins = (space.joined.get(key) ?? now) + minute;
      const at = Math.max(begins, preferred);
      if (event.hosts.includes(key) || (begins < ends && random < event.going)) {
        rsvps.push({ key, rsvp: 'going', at });
      } else if (begins < ends && random < event.going + event.maybe) rsvps.push({ key, rsvp: 'maybe', at });
      else if (begins < ends && random > 0.94) rsvps.push({ key, rsvp: 'no', at });
    }
    for (const { key, rsvp, at } of rsvps.toSorted((one, other) => one.at - other.at)) {
      const { viewer } = requireMember(people, key);
      // A host who joined after the event does not respond.
      if (at >= Date.parse(starts_at)) continue;
      await withFrozenTime(at, () =>
        setRsvp(platform, viewer, { space_id: space.space_id }, { event_id: id, rsvp, scope: 'this' }),
      );
    }
  }
}

/** Limits who can open an event, as the content says. Those who are going already stay on its list. */
async function limit(calendar: Calendar, event: DemoEvent, created: CreatedEvent[]) {
  const { platform, space, people, now } = calendar;
  const [first] = created;
  if (!event.access || !first) return;
  const by = requireMember(people, event.by).viewer;
  const { access } = event;
  await withFrozenTime(limitTime(creationTime(calendar, event), now), () =>
    itemAccess.set(eventWrite(platform, by, space, first.id), access, by.user_id),
  );
}

/** Reschedules and cancels events as the content says. */
async function changeSome(calendar: Calendar, event: DemoEvent, created: CreatedEvent[]): Promise<void> {
  const { platform, space, people, now } = calendar;
  const by = requireMember(people, event.by).viewer;
  const ahead = created.filter(({ starts_at }) => Date.parse(starts_at) > now + 12 * hour);
  const moved = event.moved && ahead[event.moved.nth - 1];
  const cancelled = event.cancelled && ahead[event.cancelled - 1];
  const scope = { space_id: space.space_id };
  if (event.moved && moved) {
    const date = toLocalTime(Date.parse(`${moved.starts_local}Z`) + event.moved.days * day).slice(0, 10);
    const starts = Date.parse(`${date}T${event.moved.time}Z`);
    await withFrozenTime(now - 5 * hour, () =>
      updateEvent(platform, by, scope, {
        event_id: moved.id,
        scope: 'this',
        starts_local: toLocalTime(starts),
        ends_local: toLocalTime(starts + event.lasts * minute),
      }),
    );
  }
  if (cancelled) {
    await withFrozenTime(now - 3 * hour, () =>
      endEvent(platform, by, scope, { event_id: cancelled.id, scope: 'this', how: 'cancel' }),
    );
  }
}
