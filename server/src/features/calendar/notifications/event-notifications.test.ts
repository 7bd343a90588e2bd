import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { CalendarEventDetail } from '#contract/features/calendar/calendar.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { toBothEventTimes, toEventSentence, toEventTimesText } from '#contract/values/events/event-copy.ts';
import type { Viewer } from '#server/platform/access.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { withLocale } from '#server/platform/reader-locale.ts';
import { emailsTo } from '#testing/emails.ts';
import { newEvent } from '#testing/events.ts';
import { runJob } from '#testing/jobs.ts';
import { newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { sharedServer } from '#testing/server.ts';
import { endEvent } from '../end-event.ts';
import { updateEvent } from '../update-event.ts';
import { toEventParams } from './event-copy.ts';
import { insertReminders } from './event-notifications.queries.ts';
import { notifyEventChanged } from './notify-event-changed.job.ts';
import { remindOfEvents } from './remind-of-events.job.ts';

const server = sharedServer();
let owner: TestPerson;
let space: Space;
let people: TestPerson[];

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  people = await newPeopleBySql(server, 4);
  for (const person of people) await person.call('public_join_space', { space_id: space.id });
});

const evening = {
  title: 'Evening',
  starts_local: '2027-07-01T18:00',
  ends_local: '2027-07-01T20:00',
  time_zone: 'Africa/Lagos',
};
/** Times of `evening`, in UTC. */
const starts = Date.parse('2027-07-01T17:00:00.000Z');
const minute = 60_000;
const hour = 60 * minute;

const [going, maybe, no, silent] = [0, 1, 2, 3].map((index) => () => {
  const person = people[index];
  if (!person) throw new Error('no person');
  return person;
}) as [() => TestPerson, () => TestPerson, () => TestPerson, () => TestPerson];

async function newRsvped(fields: object = {}): Promise<CalendarEventDetail> {
  const event = await newEvent(owner, space, { ...evening, ...fields });
  const rsvp = (person: TestPerson, response: 'going' | 'maybe' | 'no') =>
    person.call('set_rsvp', { event_id: event.id, rsvp: response, scope: 'all' });
  await rsvp(going(), 'going');
  await rsvp(maybe(), 'maybe');
  await rsvp(no(), 'no');
  return event;
}

const remindAt = (time: number) => withFrozenTime(time, () => remindOfEvents(server.running.platform));
/** Returns a person's in-app notifications of an event, latest first, as they read them at a time. */
async function notified(
  person: TestPerson,
  event: { id: string },
  now = starts - 24 * hour,
): Promise<string[]> {
  const { notifications } = await person.call('get_notifications_with_actors', {});
  return notifications.flatMap((entry) =>
    entry.type === 'event_reminder' && entry.target_id === event.id
      ? [toEventSentence(entry.params, { timeZone: 'UTC', now })]
      : [],
  );
}
const emailed = async (person: TestPerson, title: string) =>
  (await emailsTo(server, person.user.email))
    .filter(({ template, values }) => template === 'event-notification' && values.headline?.includes(title))
    .map(({ values }) => values.headline);
const notificationsOf = async (event: { id: string }) =>
  (
    await server.db
      .selectFrom('event_notification_log')
      .select(['kind', 'user_id'])
      .where('event_id', '=', event.id)
      .orderBy('created_at')
      .execute()
  ).map(({ kind, user_id }) => `${kind} ${people.findIndex(({ user }) => user.id === user_id)}`);

describe('Reminder of the day before', () => {
  it('is sent once to people going or maybe, in the app and by email', async () => {
    const event = await newRsvped({ title: 'Day before' });
    await remindAt(starts - 24 * hour - minute);
    expect(await notificationsOf(event)).toEqual([]);
    await Promise.all([remindAt(starts - 24 * hour), remindAt(starts - 24 * hour)]);
    await remindAt(starts - 24 * hour + minute);
    expect((await notificationsOf(event)).toSorted()).toEqual(['day 0', 'day 1']);
    for (const person of [going(), maybe()]) {
      expect(await notified(person, event)).toEqual(['Tomorrow: Day before']);
      expect(await emailed(person, 'Day before')).toEqual(['Reminder: Day before']);
    }
    for (const person of [no(), silent(), owner]) {
      expect(await notified(person, event)).toEqual([]);
      expect(await emailed(person, 'Day before')).toEqual([]);
    }
  });

  it('is not sent to people on the waitlist', async () => {
    const event = await newEvent(owner, space, { ...evening, title: 'Full house', capacity: 1 });
    for (const person of [going(), silent()]) {
      await person.call('set_rsvp', { event_id: event.id, rsvp: 'going' });
    }
    await remindAt(starts - 24 * hour);
    await remindAt(starts - 15 * minute);
    expect((await notificationsOf(event)).toSorted()).toEqual(['day 0', 'soon 0']);
    expect(await notified(silent(), event)).toEqual([]);
    expect(await emailed(silent(), 'Full house')).toEqual([]);
  });

  it('respects preferences for notifications and emails', async () => {
    const event = await newRsvped({ title: 'Respected' });
    await going().call('update_space_notification_preferences', {
      space_id: space.id,
      event_reminders: false,
    });
    await maybe().call('update_space_notification_preferences', { space_id: space.id, email_enabled: false });
    await remindAt(starts - 24 * hour);
    expect([await notified(going(), event), await emailed(going(), 'Respected')]).toEqual([[], []]);
    expect([await notified(maybe(), event), await emailed(maybe(), 'Respected')]).toEqual([
      ['Tomorrow: Respected'],
      [],
    ]);
    await going().call('update_space_notification_preferences', {
      space_id: space.id,
      event_reminders: true,
    });
    await maybe().call('update_space_notification_preferences', { space_id: space.id, email_enabled: true });
  });

  it('is not sent to former members, or for canceled or deleted events', async () => {
    const [leaver] = await newPeopleBySql(server, 1);
    if (!leaver) throw new Error('no person');
    await leaver.call('public_join_space', { space_id: space.id });
    const left = await newRsvped({ title: 'Left' });
    await leaver.call('set_rsvp', { event_id: left.id, rsvp: 'going' });
    await leaver.call('leave_space', { space_id: space.id });
    const cancelled = await newRsvped({ title: 'Cancelled' });
    const deleted = await newRsvped({ title: 'Deleted' });
    await owner.call('cancel_event', { event_id: cancelled.id });
    await owner.call('delete_event', { event_id: deleted.id });
    await remindAt(starts - 24 * hour);
    expect((await notificationsOf(left)).toSorted()).toEqual(['day 0', 'day 1']);
    expect(await emailed(leaver, 'Left')).toEqual([]);
    for (const event of [cancelled, deleted]) {
      expect((await notificationsOf(event)).filter((notification) => notification.startsWith('day'))).toEqual(
        [],
      );
    }
  });

  it('is not sent if the calendar is turned off', async () => {
    const event = await newRsvped({ title: 'Turned off' });
    const turn = (feature_calendar_enabled: boolean) =>
      owner.call('update_space', { space_id: space.id, feature_calendar_enabled });
    await turn(false);
    await remindAt(starts - 23 * hour);
    await turn(true);
    expect(await notificationsOf(event)).toEqual([]);
    await remindAt(starts - 23 * hour);
    expect((await notificationsOf(event)).toSorted()).toEqual(['day 0', 'day 1']);
  });

  it('follows a moved event, also within a series', async () => {
    const repeat = { frequency: 'daily', interval: 1, ends: { type: 'count', count: 3 } } as const;
    const first = await newRsvped({ title: 'Daily', repeat });
    const { events } = await owner.call('list_events', {
      space_id: space.id,
      from: '2027-07-02T00:00:00.000Z',
      to: '2027-07-03T00:00:00.000Z',
    });
    const second = events.find(({ series_id }) => series_id === first.series_id);
    if (!second) throw new Error('there is no second');
    await owner.call('update_event', {
      event_id: second.id,
      starts_local: '2027-07-20T18:00',
      ends_local: '2027-07-20T20:00',
    });
    await remindAt(starts);
    expect(await notificationsOf(second)).not.toContain('day 0');
    const moved = Date.parse('2027-07-20T17:00:00.000Z');
    await remindAt(moved - 24 * hour);
    expect(
      (await notificationsOf(second)).filter((notification) => notification.startsWith('day')).toSorted(),
    ).toEqual(['day 0', 'day 1']);
    // Moved again: a new start, and a new reminder.
    await owner.call('update_event', {
      event_id: second.id,
      starts_local: '2027-07-25T18:00',
      ends_local: '2027-07-25T20:00',
    });
    await remindAt(Date.parse('2027-07-25T17:00:00.000Z') - 24 * hour);
    expect((await notificationsOf(second)).filter((notification) => notification === 'day 0')).toHaveLength(
      2,
    );
  });

  it('is sent at nine the morning before an all-day event', async () => {
    const event = await newRsvped({
      title: 'Whole day',
      starts_local: '2027-08-01T00:00',
      ends_local: '2027-08-02T00:00',
      all_day: true,
    });
    const nine = Date.parse('2027-07-31T08:00:00.000Z');
    await remindAt(nine - minute);
    expect(await notificationsOf(event)).toEqual([]);
    await remindAt(nine);
    expect((await notificationsOf(event)).toSorted()).toEqual(['day 0', 'day 1']);
    await remindAt(Date.parse('2027-07-31T22:50:00.000Z'));
    expect(await notificationsOf(event)).toHaveLength(2);
  });

  it('reaches all attendees in several batches', async () => {
    const many = await newPeopleBySql(server, 230);
    const event = await newEvent(owner, space, { ...evening, title: 'Many' });
    const at = new Date().toISOString();
    await server.db
      .insertInto('space_members')
      .values(many.map(({ user }) => ({ id: user.id, space_id: space.id, user_id: user.id, joined_at: at })))
      .execute();
    await server.db
      .insertInto('event_rsvps')
      .values(
        many.map(({ user }, queue_position) => ({
          event_id: event.id,
          space_id: space.id,
          user_id: user.id,
          rsvp: 'going',
          queue_position,
          responded_at: at,
        })),
      )
      .execute();
    await remindAt(starts - 24 * hour);
    expect(await notificationsOf(event)).toHaveLength(230);
  });
});

describe('A reminder that is about to be recorded', () => {
  it('is for nobody if the event was moved, canceled or deleted meanwhile', async () => {
    const at = new Date(starts - hour).toISOString();
    const remind = ({ id }: { id: string }, starts_at: number) =>
      server.db
        .transaction()
        .execute((tx) =>
          insertReminders(tx, 'day', { id, starts_at: new Date(starts_at).toISOString() }, at, 10),
        );
    const [kept, canceled, deleted] = [await newRsvped(), await newRsvped(), await newRsvped()];
    await owner.call('cancel_event', { event_id: canceled.id });
    await owner.call('delete_event', { event_id: deleted.id });
    expect(await remind(kept, starts - hour)).toEqual([]);
    for (const event of [canceled, deleted]) expect(await remind(event, starts)).toEqual([]);
    expect(await remind(kept, starts)).toHaveLength(2);
  });
});

it('The log of notifications is deleted after 60 days', async () => {
  const event = await newRsvped({ title: 'Logged' });
  await remindAt(starts - 24 * hour);
  const age = (person: TestPerson, days: number) =>
    server.db
      .updateTable('event_notification_log')
      .set({ created_at: new Date(Date.now() - days * 24 * hour).toISOString() })
      .where('event_id', '=', event.id)
      .where('user_id', '=', person.user.id)
      .execute();
  await age(going(), 61);
  await age(maybe(), 59);
  await runJob(server, 'sweep-event-notification-log');
  expect(await notificationsOf(event)).toEqual(['day 1']);
});

describe('Reminder 15 minutes before', () => {
  it('is sent once to people going or maybe, in the app only', async () => {
    const event = await newRsvped({ title: 'Soon' });
    await remindAt(starts - 16 * minute);
    expect(await notificationsOf(event)).toEqual([]);
    await remindAt(starts - 15 * minute);
    await remindAt(starts - 14 * minute);
    expect((await notificationsOf(event)).toSorted()).toEqual(['soon 0', 'soon 1']);
    expect(await notified(going(), event)).toEqual(['Soon starts in 15 minutes']);
    expect(await emailed(going(), 'Soon')).toEqual([]);
    await remindAt(starts + minute);
    expect(await notificationsOf(event)).toHaveLength(2);
  });
});

describe('Late RSVP', () => {
  const respondedAt = (event: { id: string }, person: TestPerson, time: number) =>
    server.db
      .updateTable('event_rsvps')
      .set({ responded_at: new Date(time).toISOString() })
      .where('event_id', '=', event.id)
      .where('user_id', '=', person.user.id)
      .execute();

  it('gets later reminders, but none that were already due', async () => {
    const event = await newRsvped({ title: 'Late' });
    await respondedAt(event, going(), starts - 16 * minute);
    await respondedAt(event, maybe(), starts - 14 * minute);
    await remindAt(starts - 23 * hour);
    expect(await notificationsOf(event)).toEqual([]);
    await remindAt(starts - 13 * minute);
    expect(await notificationsOf(event)).toEqual(['soon 0']);
  });

  it('gets a delayed reminder, but not of the day before if the event starts within hours', async () => {
    const event = await newRsvped({ title: 'Delayed' });
    await remindAt(starts - 8 * hour);
    expect(await notificationsOf(event)).toEqual([]);
    await remindAt(starts - 8 * hour - minute);
    expect((await notificationsOf(event)).toSorted()).toEqual(['day 0', 'day 1']);
    expect(await notified(going(), event, starts - 8 * hour)).toEqual(['Today: Delayed']);
    expect(await emailed(going(), 'Delayed')).toEqual(['Reminder: Delayed']);
    await remindAt(starts - 4 * minute);
    expect(await notified(going(), event)).toContain('Delayed starts in 4 minutes');
  });

  it.each([
    ['soon', '2027-07-01T16:45:00.000Z', 'Evening starts in 15 minutes'],
    ['soon', '2027-07-01T16:45:29.000Z', 'Evening starts in 15 minutes'],
    ['soon', '2027-07-01T16:58:50.000Z', 'Evening starts in 1 minute'],
    ['soon', '2027-07-01T16:59:59.000Z', 'Evening starts in 1 minute'],
  ] as const)('reads what is true then: %s at %s', (kind, now, expected) => {
    const event = { ...evening, all_day: false, starts_at: new Date(starts).toISOString() };
    expect(toEventSentence(toEventParams(kind, event, now), { timeZone: 'UTC', now: Date.parse(now) })).toBe(
      expected,
    );
  });
});

describe('Reminder at the start', () => {
  const responseAt = async (event: { id: string }, person: TestPerson, time: number) => {
    await server.db
      .updateTable('event_rsvps')
      .set({ responded_at: new Date(time).toISOString() })
      .where('event_id', '=', event.id)
      .where('user_id', '=', person.user.id)
      .execute();
  };

  it('is sent once to people who responded in the last 15 minutes', async () => {
    const event = await newRsvped({ title: 'Late guests' });
    await responseAt(event, going(), starts - 14 * minute);
    await remindAt(starts - 13 * minute);
    expect(await notificationsOf(event)).toEqual(['soon 1']);
    await remindAt(starts - minute);
    expect(await notificationsOf(event)).toEqual(['soon 1']);
    await remindAt(starts);
    await remindAt(starts + minute);
    expect((await notificationsOf(event)).toSorted()).toEqual(['soon 1', 'start 0']);
    expect(await notified(going(), event)).toEqual(['Late guests is starting now']);
    expect(await notified(maybe(), event)).toEqual(['Late guests starts in 13 minutes']);
    expect(await emailed(going(), 'Late guests')).toEqual([]);
  });

  it('is not sent to people who were reminded before and responded again', async () => {
    const event = await newRsvped({ title: 'Second thoughts' });
    await remindAt(starts - 15 * minute);
    await responseAt(event, going(), starts - 5 * minute);
    await remindAt(starts);
    expect((await notificationsOf(event)).toSorted()).toEqual(['soon 0', 'soon 1']);
  });

  it('is not sent ten minutes after the start, for all-day events, or after a later RSVP', async () => {
    const late = await newRsvped({ title: 'Too late' });
    await responseAt(late, going(), starts - minute);
    await responseAt(late, maybe(), starts + minute);
    await remindAt(starts + 10 * minute);
    expect(await notificationsOf(late)).toEqual([]);
    await remindAt(starts + 9 * minute);
    expect(await notificationsOf(late)).toEqual(['start 0']);
    expect(await notified(going(), late)).toEqual(['Too late has started']);
    const whole = await newRsvped({
      title: 'All day',
      starts_local: '2027-09-01T00:00',
      ends_local: '2027-09-02T00:00',
      all_day: true,
    });
    const midnight = Date.parse('2027-08-31T23:00:00.000Z');
    await responseAt(whole, going(), midnight - minute);
    await remindAt(midnight);
    expect(await notificationsOf(whole)).toEqual([]);
  });
});

describe('Change notification', () => {
  it('is sent once to attendees, in the app and by email', async () => {
    const event = await newRsvped({ title: 'Before' });
    await owner.call('update_event', {
      event_id: event.id,
      title: 'Changed',
      starts_local: '2027-07-01T19:00',
    });
    await vi.waitFor(
      async () => expect(await notified(going(), event)).toEqual(['Changed was changed']),
      10_000,
    );
    expect(await emailed(going(), 'Changed')).toEqual(['Changed was changed']);
    expect(await emailed(maybe(), 'Changed')).toEqual(['Changed was changed']);
    const { notifications } = await going().call('get_notifications_with_actors', {});
    // The sentence has no actor.
    expect(notifications.find(({ target_id }) => target_id === event.id)).toMatchObject({
      actor: null,
      actor_count: 0,
    });
    expect(await notified(no(), event)).toEqual([]);
    // Running the job again notifies no one.
    const { dedupe_key } = await server.db
      .selectFrom('event_notification_log')
      .select('dedupe_key')
      .where('event_id', '=', event.id)
      .executeTakeFirstOrThrow();
    await notifyEventChanged(server.running.platform, {
      change_id: dedupe_key,
      kind: 'changed',
      event_ids: [event.id],
      actor_id: owner.user.id,
    });
    expect(await emailed(going(), 'Changed')).toHaveLength(1);
  });

  it('is not sent for the description', async () => {
    const event = await newRsvped({ title: 'Quiet' });
    await owner.call('update_event', { event_id: event.id, description: '<p>More.</p>', capacity: 9 });
    const { rows: jobs } = await sql`select id from jobs.job
      where name = 'notify-event-changed' and data->'event_ids' ? ${event.id}`.execute(server.db);
    expect(jobs).toEqual([]);
  });

  const jobsOf = async (event: { id: string }) => {
    const { rows } = await sql<{ kind: string }>`select data->>'kind' as kind from jobs.job
      where name = 'notify-event-changed' and data->'event_ids' ? ${event.id} order by created_on`.execute(
      server.db,
    );
    return rows.map(({ kind }) => kind);
  };

  it.each<[string, object, object]>([
    ['link', { location_type: 'link', url: 'https://call.example/1' }, { url: 'https://call.example/2' }],
    ['address', { location_type: 'in_person', address: '1 Mill Lane' }, { address: '2 Mill Lane' }],
    ['end', {}, { ends_local: '2027-07-01T21:00' }],
    ['kind of place', { location_type: 'in_person', address: '1 Mill Lane' }, { location_type: 'none' }],
  ])('is sent for the %s', async (_name, fields, changed) => {
    const event = await newEvent(owner, space, { ...evening, ...fields });
    await owner.call('update_event', { event_id: event.id, ...changed });
    expect(await jobsOf(event)).toEqual(['changed']);
  });

  it('is not sent for past events', async () => {
    const { platform } = server.running;
    const viewer: Viewer = { user_id: owner.user.id, role: 'member', session_id: newId() };
    const event_id = (await newRsvped({ title: 'Long ago' })).id;
    await withFrozenTime(starts + 3 * hour, async () => {
      await updateEvent(platform, viewer, { space_id: space.id }, { event_id, scope: 'this', title: 'Past' });
      for (const how of ['cancel', 'delete'] as const)
        await endEvent(platform, viewer, { space_id: space.id }, { event_id, scope: 'this', how });
    });
    expect(await jobsOf({ id: event_id })).toEqual([]);
  });

  it('is not sent to who made the change', async () => {
    const event = await newRsvped({ title: 'Own change' });
    await notifyEventChanged(server.running.platform, {
      change_id: newId(),
      kind: 'changed',
      event_ids: [event.id],
      actor_id: going().user.id,
    });
    expect(await notificationsOf(event)).toEqual(['changed 1']);
  });

  it('reaches people on the waitlist', async () => {
    const event = await newEvent(owner, space, { ...evening, title: 'Full', capacity: 1 });
    for (const person of [going(), maybe()])
      await person.call('set_rsvp', { event_id: event.id, rsvp: 'going' });
    await notifyEventChanged(server.running.platform, {
      change_id: newId(),
      kind: 'changed',
      event_ids: [event.id],
      actor_id: owner.user.id,
    });
    expect((await notificationsOf(event)).toSorted()).toEqual(['changed 0', 'changed 1']);
  });

  it('replaces a reminder that was due before it', async () => {
    const event = await newRsvped({ title: 'Just changed' });
    await withFrozenTime(starts - 23 * hour, () =>
      notifyEventChanged(server.running.platform, {
        change_id: newId(),
        kind: 'changed',
        event_ids: [event.id],
        actor_id: owner.user.id,
      }),
    );
    await remindAt(starts - 22 * hour);
    expect((await notificationsOf(event)).toSorted()).toEqual(['changed 0', 'changed 1']);
    await remindAt(starts - 10 * minute);
    expect((await notificationsOf(event)).toSorted()).toEqual(['changed 0', 'changed 1', 'soon 0', 'soon 1']);
  });

  it('is sent once per person for a whole series, and says if it was canceled', async () => {
    const repeat = { frequency: 'daily', interval: 1, ends: { type: 'count', count: 4 } } as const;
    const first = await newRsvped({ title: 'Series', repeat });
    await owner.call('update_event', { event_id: first.id, scope: 'all', starts_local: '2027-07-01T18:30' });
    await vi.waitFor(
      async () => expect(await notified(maybe(), first)).toEqual(['Series was changed']),
      10_000,
    );
    expect(await emailed(maybe(), 'Series')).toHaveLength(1);
    await owner.call('cancel_event', { event_id: first.id, scope: 'all' });
    await vi.waitFor(
      async () => expect(await notified(going(), first)).toEqual(['Series was canceled']),
      10_000,
    );
    expect(await emailed(going(), 'Series')).toEqual(['Series was changed', 'Series was canceled']);
  });
});

describe('a freed seat', () => {
  it('notifies the member who gets it', async () => {
    const event = await newEvent(owner, space, { ...evening, title: 'Seats', capacity: 1 });
    await going().call('set_rsvp', { event_id: event.id, rsvp: 'going' });
    await silent().call('set_rsvp', { event_id: event.id, rsvp: 'going' });
    await going().call('set_rsvp', { event_id: event.id, rsvp: 'no' });
    expect(await notified(silent(), event)).toEqual(["You're in: Seats"]);
  });

  it('stays separate, so that a later change does not replace it', async () => {
    const event = await newEvent(owner, space, { ...evening, title: 'Kept seats', capacity: 1 });
    for (const person of [going(), silent()])
      await person.call('set_rsvp', { event_id: event.id, rsvp: 'going' });
    await going().call('set_rsvp', { event_id: event.id, rsvp: 'no' });
    expect(await emailed(silent(), 'Kept seats')).toEqual(["You're in: Kept seats"]);
    await owner.call('update_event', { event_id: event.id, starts_local: '2027-07-01T18:30' });
    await vi.waitFor(
      async () =>
        expect(await notified(silent(), event)).toEqual(['Kept seats was changed', "You're in: Kept seats"]),
      10_000,
    );
    // Losing a seat and getting one again notifies again.
    for (const rsvp of ['no', 'going'] as const)
      await silent().call('set_rsvp', { event_id: event.id, rsvp });
    expect(await notified(silent(), event)).toHaveLength(2);
  });

  it('is emailed when a member leaves, is removed or banned, and when capacity rises', async () => {
    const leavers = await newPeopleBySql(server, 3);
    const waiting = await newPeopleBySql(server, 5);
    for (const person of [...leavers, ...waiting])
      await person.call('public_join_space', { space_id: space.id });
    const event = await newEvent(owner, space, { ...evening, title: 'Freed', capacity: 3 });
    for (const person of [...leavers, ...waiting])
      await person.call('set_rsvp', { event_id: event.id, rsvp: 'going' });
    const [left, removed, banned] = leavers.map(({ user }) => ({ space_id: space.id, user_id: user.id }));
    if (!left || !removed || !banned) throw new Error('three were expected');
    await leavers[0]?.call('leave_space', { space_id: space.id });
    await owner.call('remove_member', removed);
    await owner.call('ban_member', banned);
    await owner.call('update_event', { event_id: event.id, capacity: 4 });
    const emails = await Promise.all(waiting.map(async (person) => await emailed(person, 'Freed')));
    expect(emails).toEqual([...Array(4).fill(["You're in: Freed"]), []]);
  });
});

describe('Event times in emails and notifications', () => {
  const times = { time_zone: 'America/New_York', all_day: false };
  it.each([
    [
      { ...times, starts_local: '2027-07-01T18:00', ends_local: '2027-07-01T20:00' },
      'Thursday, July 1, 2027, 6:00\u00a0PM to 8:00\u00a0PM (America/New York)',
      'Thursday 1 July 2027, 18:00 to 20:00 (America/New York)',
    ],
    [
      { ...times, starts_local: '2027-07-01T22:00', ends_local: '2027-07-02T02:00' },
      'Thursday, July 1, 2027, 10:00\u00a0PM to Friday, July 2, 2027, 2:00\u00a0AM (America/New York)',
      'Thursday 1 July 2027, 22:00 to Friday 2 July 2027, 02:00 (America/New York)',
    ],
    [
      { ...times, all_day: true, starts_local: '2028-02-29T00:00', ends_local: '2028-03-01T00:00' },
      'Tuesday, February 29, 2028',
      'Tuesday 29 February 2028',
    ],
    [
      { ...times, all_day: true, starts_local: '2027-12-31T00:00', ends_local: '2028-01-02T00:00' },
      'Friday, December 31, 2027 to Saturday, January 1, 2028',
      'Friday 31 December 2027 to Saturday 1 January 2028',
    ],
  ])('%j', (event, american, german) => {
    // `Intl` writes a comma after the weekday, and a zero before the hour, depending on its version.
    const plain = (text: string) => text.replaceAll(/,|\b0(?=\d:)/g, '');
    expect(toEventTimesText(event, event.time_zone)).toBe(american);
    expect(plain(withLocale('en-DE', () => toEventTimesText(event, event.time_zone)))).toBe(plain(german));
  });

  const evening6 = { ...times, starts_local: '2027-07-01T18:00', ends_local: '2027-07-01T20:00' };
  it.each([
    [
      'another zone',
      evening6,
      'Europe/Berlin',
      'Friday, July 2, 2027, 12:00\u00a0AM to 2:00\u00a0AM (Europe/Berlin)',
    ],
    [
      'one of the same time',
      evening6,
      'America/Toronto',
      'Thursday, July 1, 2027, 6:00\u00a0PM to 8:00\u00a0PM (America/New York)',
    ],
    [
      'one that nobody knows here',
      evening6,
      'Moon/Base',
      'Thursday, July 1, 2027, 6:00\u00a0PM to 8:00\u00a0PM (America/New York)',
    ],
    [
      'one with half an hour',
      evening6,
      'Asia/Kolkata',
      'Friday, July 2, 2027, 3:30\u00a0AM to 5:30\u00a0AM (Asia/Kolkata)',
    ],
    [
      'another zone, over a clock change of its own',
      { ...times, starts_local: '2027-11-07T00:30', ends_local: '2027-11-07T03:00' },
      'UTC',
      'Sunday, November 7, 2027, 4:30\u00a0AM to 8:00\u00a0AM (UTC)',
    ],
    [
      'another zone, which a day has none of',
      { ...times, all_day: true, starts_local: '2028-02-29T00:00', ends_local: '2028-03-01T00:00' },
      'Asia/Tokyo',
      'Tuesday, February 29, 2028',
    ],
  ])('are those of a reader in %s', (_name, event, zone, text) => {
    expect(toEventTimesText(event, zone)).toBe(text);
    const own = toEventTimesText(event, event.time_zone);
    expect(toBothEventTimes(event, zone)).toBe(own === text ? own : `${text} · ${own}`);
  });

  it('are in the locale and the time zone of each recipient by email, and in no language in the app', async () => {
    const event = await newRsvped({ title: 'Two clocks' });
    const setReader = (person: TestPerson, reader: { locale: string; time_zone: string }) =>
      server.db.updateTable('users').set(reader).where('id', '=', person.user.id).execute();
    await setReader(maybe(), { locale: 'en-DE', time_zone: 'Africa/Lagos' });
    await owner.call('update_event', { event_id: event.id, title: 'Two clocks!' });
    const texts = async (person: TestPerson) => {
      const email = await vi.waitFor(async () => {
        const emails = await emailsTo(server, person.user.email);
        const found = emails.find(({ values }) => values.headline === 'Two clocks! was changed');
        if (!found) throw new Error('no email yet');
        return found;
      }, 20_000);
      const { notifications } = await person.call('get_notifications_with_actors', {});
      const entry = notifications.find(({ target_id }) => target_id === event.id);
      const file = new URL(email.values.calendar_url ?? '').pathname;
      expect(file).toBe(`/calendar/events/${event.id}.ics`);
      return [email.locale, email.values.event_when?.replaceAll(',', ''), entry?.params];
    };
    const params = { event: 'changed', minutes: null, ...evening, title: 'Two clocks!', all_day: false };
    const american =
      'Thursday July 1 2027 5:00\u00a0PM to 7:00\u00a0PM (UTC) · Thursday July 1 2027 6:00\u00a0PM to 8:00\u00a0PM (Africa/Lagos)';
    expect(await texts(going())).toEqual(['en-US', american, params]);
    const german = 'Thursday 1 July 2027 18:00 to 20:00 (Africa/Lagos)';
    expect(await texts(maybe())).toEqual(['en-DE', german, params]);
    await setReader(maybe(), { locale: 'en-US', time_zone: 'UTC' });
  });
});
