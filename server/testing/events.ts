import type { Api } from '#contract/api.ts';
import type { CalendarEventDetail } from '#contract/features/calendar/calendar.ts';
import type { EndpointInput } from '#contract/schema/endpoint.ts';
import { newId } from '#server/platform/ids.ts';
import type { TestPerson } from './people.ts';
import type { TestServer } from './server.ts';

const hour = 60 * 60 * 1000;
const toLocalTime = (time: number) => new Date(time).toISOString().slice(0, 16);

/** Returns the times of an event in UTC that starts in `hours` hours and lasts `lasts` hours. */
export function eventTimesIn(hours: number, lasts = 1) {
  const starts = Math.floor(Date.now() / 60_000) * 60_000 + hours * hour;
  return {
    starts_local: toLocalTime(starts),
    ends_local: toLocalTime(starts + lasts * hour),
    time_zone: 'UTC',
  };
}

/** Creates an event as a moderator; by default tomorrow, for one hour. */
export async function newEvent(
  person: TestPerson,
  space: { id: string },
  fields: Partial<EndpointInput<Api['create_event']>> = {},
): Promise<CalendarEventDetail> {
  const { event } = await person.call('create_event', {
    space_id: space.id,
    client_id: newId(),
    title: 'An evening',
    ...eventTimesIn(24),
    ...fields,
  });
  return event;
}

/** Inserts an event that starts in two days by SQL and returns its id. */
export async function newEventBySql(
  server: TestServer,
  spaceId: string,
  userId: string,
  fields: { url?: string; capacity?: number } = {},
): Promise<string> {
  const id = newId();
  const times = eventTimesIn(48);
  await server.db
    .insertInto('events')
    .values({
      id,
      space_id: spaceId,
      user_id: userId,
      title: 'An evening',
      description: '',
      ...times,
      starts_at: `${times.starts_local}:00.000Z`,
      ends_at: `${times.ends_local}:00.000Z`,
      all_day: false,
      location_type: fields.url ? 'link' : 'none',
      url: fields.url ?? null,
      capacity: fields.capacity ?? null,
      created_at: new Date().toISOString(),
    })
    .execute();
  return id;
}
