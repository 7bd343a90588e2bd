import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AccessRule } from '#contract/features/access/access.ts';
import type { CalendarEventDetail } from '#contract/features/calendar/calendar.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import type { QueuedEmail } from '#server/platform/email/enqueue-email.ts';
import { sendEmailJob } from '#server/platform/email/send-email.job.ts';
import { newId } from '#server/platform/ids.ts';
import { emailsTo } from '#testing/emails.ts';
import { newEvent } from '#testing/events.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { setPoints } from '#testing/samples/course-access.ts';
import { sharedServer } from '#testing/server.ts';
import { notifyEventChanged } from '../notifications/notify-event-changed.job.ts';
import { remindOfEvents } from '../notifications/remind-of-events.job.ts';
import { eventNotifications } from './list-event-readers.ts';

const server = sharedServer();
let owner: TestPerson;
let space: Space;
let locked: TestPerson;
let open: TestPerson;
let host: TestPerson;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  [locked, open, host] = [
    await newMember(server, space),
    await newMember(server, space),
    await newMember(server, space),
  ];
  await setPoints(server, space, open, 20);
});

const starts = Date.parse('2027-09-01T17:00:00.000Z');
const hour = 60 * 60_000;

/** An event to which all three are going, and which then gets rules. */
async function newLocked(title: string, fields: object = {}): Promise<CalendarEventDetail> {
  const event = await newEvent(owner, space, {
    title,
    starts_local: '2027-09-01T17:00',
    ends_local: '2027-09-01T19:00',
    time_zone: 'UTC',
    host_ids: [host.user.id],
    ...fields,
  });
  for (const person of [locked, open, host])
    await person.call('set_rsvp', { event_id: event.id, rsvp: 'going' });
  const rules = [{ kind: 'level' as const, level: 2 }];
  await owner.call('set_event_access', { event_id: event.id, match: 'all', rules });
  return event;
}

/** How many notifications and emails about an event someone got. */
async function received(person: TestPerson, { id, title }: CalendarEventDetail) {
  const { notifications } = await person.call('get_notifications_with_actors', {});
  const emails = await emailsTo(server, person.user.email);
  return [
    notifications.filter((entry) => entry.type === 'event_reminder' && entry.target_id === id).length,
    emails.filter(({ values }) => values.headline?.includes(title)).length,
  ];
}

describe('Someone for whom an event was locked hears nothing of it', () => {
  it('when others are reminded', async () => {
    const event = await newLocked('Reminded');
    await withFrozenTime(starts - 24 * hour, () => remindOfEvents(server.running.platform));
    expect(await received(locked, event)).toEqual([0, 0]);
    for (const person of [open, host]) expect(await received(person, event)).toEqual([1, 1]);
  });

  it.each(['changed', 'cancelled'] as const)('when it is %s', async (kind) => {
    const event = await newLocked(`It was ${kind}`);
    await notifyEventChanged(server.running.platform, {
      change_id: newId(),
      kind,
      event_ids: [event.id],
      actor_id: owner.user.id,
    });
    expect(await received(locked, event)).toEqual([0, 0]);
    for (const person of [open, host]) expect(await received(person, event)).toEqual([1, 1]);
  });

  it('when it is changed together with an event of its series that they host', async () => {
    const first = await newLocked('Weekly', {
      repeat: { frequency: 'weekly', interval: 1, weekdays: ['WE'], ends: { type: 'count', count: 2 } },
    });
    const events = await server.db
      .selectFrom('events')
      .select('id')
      .where('title', '=', 'Weekly')
      .orderBy('starts_at')
      .execute();
    const second = { ...first, id: events[1]?.id ?? '' };
    await owner.call('update_event', { event_id: second.id, host_ids: [locked.user.id] });
    await open.call('delete_rsvp', { event_id: first.id });
    await open.call('set_rsvp', { event_id: second.id, rsvp: 'going' });
    const change = { kind: 'changed' as const, actor_id: owner.user.id };
    const event_ids = events.map(({ id }) => id);
    await notifyEventChanged(server.running.platform, { ...change, change_id: newId(), event_ids });
    expect(await received(locked, first)).toEqual([0, 0]);
    expect(await received(host, first)).toEqual([1, 1]);
  });

  it('when someone leaves them a seat', async () => {
    const event = await newLocked('One seat', { capacity: 2 });
    await locked.call('delete_rsvp', { event_id: event.id });
    expect((await received(host, event))[0]).toBe(1);
    const second = await newLocked('Another seat', { capacity: 1, host_ids: [] });
    await owner.call('set_event_access', { event_id: second.id, match: 'all', rules: [{ kind: 'grant' }] });
    await locked.call('delete_rsvp', { event_id: second.id });
    expect(await received(open, second)).toEqual([0, 0]);
  });

  it('when an email waits for the end of quiet hours or for the mail server', async () => {
    const event = await newLocked('Emailed before');
    const setRules = (rules: AccessRule[]) =>
      owner.call('set_event_access', { event_id: event.id, match: 'all', rules });
    await setRules([]);
    await withFrozenTime(starts - 24 * hour, () => remindOfEvents(server.running.platform));
    await setRules([{ kind: 'level', level: 2 }]);
    const isSent = async ({ user }: TestPerson) => {
      const { rows } = await sql<{ data: QueuedEmail }>`
        select data from jobs.job where name = 'send-email' and data->>'to' = ${user.email}
          and data->'values'->>'headline' like '%Emailed before%'`.execute(server.db);
      const id = newId();
      await sendEmailJob(server.running.platform).run({ ...rows[0]?.data, id } as QueuedEmail);
      const mailbox = server.db.selectFrom('local_mailbox').select('id').where('id', '=', id);
      return (await mailbox.executeTakeFirst()) !== undefined;
    };
    expect([await isSent(locked), await isSent(open), await isSent(host)]).toEqual([false, true, true]);
  });

  it('when a notification waits to be delivered', async () => {
    const event = await newLocked('Waiting');
    const users = [locked, open, host, owner].map(({ user }) => user.id);
    const entries = users.map((user_id) => ({ user_id, space_id: space.id, id: event.id, post_id: null }));
    const readers = async () =>
      (await eventNotifications.onlyReaders(server.db, entries)).map(({ user_id }) => user_id);
    expect(await readers()).toEqual([open.user.id, host.user.id, owner.user.id]);
    await owner.call('delete_event', { event_id: event.id });
    expect(await readers()).toEqual([open.user.id, host.user.id, owner.user.id]);
  });
});
