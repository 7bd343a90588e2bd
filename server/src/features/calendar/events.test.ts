import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { ApiFailure } from '#testing/client.ts';
import { countQueries } from '#testing/count-queries.ts';
import { eventTimesIn, newEvent } from '#testing/events.ts';
import { listen } from '#testing/live.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { countRows } from '#testing/responses.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

// Without jobs, which would write rows of their own: this file counts rows.
const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let admin: TestPerson;
let member: TestPerson;
let space: Space;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  admin = await newMember(server, space, 'Anna');
  member = await newMember(server, space);
  await setRole(server, space.id, admin.user.id, 'admin');
});

const denialReason = async (call: Promise<unknown>): Promise<'done' | ErrorCode> => {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (error instanceof ApiFailure) return error.code;
    throw error;
  }
};
const berlin = {
  starts_local: '2027-06-01T18:00',
  ends_local: '2027-06-01T20:00',
  time_zone: 'Europe/Berlin',
};

describe('Creating an event', () => {
  it('stores the wall times and returns the instants', async () => {
    const upload = await newUpload(admin, { purpose: 'event_cover', space_id: space.id });
    const event = await newEvent(admin, space, {
      ...berlin,
      title: '  Evening of stories ',
      description: `<p>Bring <b>one</b>.<img src="/files/${upload.id}/8.webp"></p><script>alert(1)</script>`,
      location_type: 'in_person',
      address: 'Sonnenallee 1, Berlin',
      url: 'https://example.com/dropped',
      host_ids: [member.user.id, owner.user.id],
      capacity: 12,
      cover_upload_id: upload.id,
    });
    expect(event).toMatchObject({
      title: 'Evening of stories',
      description: '<p>Bring <strong>one</strong>.</p>',
      starts_at: '2027-06-01T16:00:00.000Z',
      ends_at: '2027-06-01T18:00:00.000Z',
      ...berlin,
      all_day: false,
      address: 'Sonnenallee 1, Berlin',
      capacity: 12,
      status: 'scheduled',
      series_id: null,
      repeat: null,
      viewer_rsvp: null,
      cover: { id: upload.id },
    });
    expect(event.hosts.map(({ id }) => id)).toEqual([member.user.id, owner.user.id]);
    const fetched = await member.call('get_event', { event_id: event.id });
    expect(fetched.event).toEqual(event);
    expect(await denialReason(member.call('get_event_link', { event_id: event.id }))).toBe(
      'event_has_no_link',
    );
  });

  it('happens once, however often and concurrently it is sent', async () => {
    const input = { space_id: space.id, client_id: newId(), title: 'Once', ...berlin };
    const responses = await Promise.all(Array.from({ length: 5 }, () => owner.call('create_event', input)));
    expect(new Set(responses.map(({ event }) => event.id)).size).toBe(1);
  });

  it('happens in each space to which it is sent, without showing the event of another', async () => {
    const [hidden, own] = [await newSpace(owner, { is_private: true }), await newSpace(admin)];
    await setRole(server, hidden.id, admin.user.id, 'admin');
    const input = { client_id: newId(), title: 'Once', ...berlin };
    const { event } = await admin.call('create_event', { ...input, space_id: hidden.id });
    await owner.call('ban_member', { space_id: hidden.id, user_id: admin.user.id });
    await owner.call('update_event', {
      event_id: event.id,
      description: '<p>The new secret.</p>',
      location_type: 'in_person',
      address: 'Secret street 1',
      scope: 'this',
    });
    const { event: other } = await admin.call('create_event', { ...input, space_id: own.id });
    expect(other).toMatchObject({ space_id: own.id, title: 'Once', description: '', address: null });
    expect(other.id).not.toBe(event.id);
    expect(await denialReason(admin.call('create_event', { ...input, space_id: hidden.id }))).toBe(
      'space_not_found',
    );
  });

  it('is not found when it is sent again after the event was deleted', async () => {
    const input = { space_id: space.id, client_id: newId(), title: 'Deleted', ...berlin };
    const { event } = await admin.call('create_event', input);
    await owner.call('delete_event', { event_id: event.id, scope: 'this' });
    expect(await denialReason(admin.call('create_event', input))).toBe('event_not_found');
  });

  it('is published to the space', async () => {
    const listener = await listen(server.url, member);
    await listener.subscribe(`space:${space.id}`);
    const event = await newEvent(owner, space, berlin);
    const received = await listener.received('event.created', ({ payload }) => payload.event.id === event.id);
    expect(received.payload.event.title).toBe('An evening');
    expect(JSON.stringify(received.payload)).not.toContain('description');
    listener.close();
  });

  const repeat = (ends: object) => ({ frequency: 'daily', interval: 1, ends });
  it.each<[string, object, ErrorCode]>([
    ['ends before it starts', { ends_local: '2027-06-01T17:00' }, 'event_ends_before_it_starts'],
    ['lasts no time', { ends_local: '2027-06-01T18:00' }, 'event_ends_before_it_starts'],
    ['lasts too long', { ends_local: '2027-07-03T18:00' }, 'event_too_long'],
    ['in a zone that does not exist', { time_zone: 'Europe/Atlantis' }, 'unknown_time_zone'],
    ['in an offset instead of a zone', { time_zone: '+02:00' }, 'unknown_time_zone'],
    ['on a day that does not exist', { starts_local: '2027-02-30T18:00' }, 'invalid_input'],
    ['at a time that does not exist', { starts_local: '2027-06-01T25:00' }, 'invalid_input'],
    ['all day, but from the evening on', { all_day: true }, 'event_not_whole_days'],
    ['with 10,000 events', { repeat: repeat({ type: 'count', count: 10_000 }) }, 'invalid_input'],
    ['daily for 30 years', { repeat: repeat({ type: 'until', until: '2057-06-01' }) }, 'recurrence_too_many'],
    [
      'until before it starts',
      { repeat: repeat({ type: 'until', until: '2027-05-01' }) },
      'recurrence_empty',
    ],
    [
      'weekly on no day',
      { repeat: { frequency: 'weekly', interval: 1, weekdays: [], ends: { type: 'count', count: 2 } } },
      'invalid_input',
    ],
    [
      'every zero weeks',
      { repeat: { frequency: 'weekly', interval: 0, weekdays: ['MO'], ends: { type: 'count', count: 2 } } },
      'invalid_input',
    ],
    ['with a link that is a script', { location_type: 'link', url: 'javascript:alert(1)' }, 'invalid_input'],
    ['with a link to data', { location_type: 'link', url: 'data:text/html,x' }, 'invalid_input'],
    ['online without a link', { location_type: 'link' }, 'event_link_needed'],
    ['in person nowhere', { location_type: 'in_person' }, 'event_address_needed'],
    ['with six hosts', { host_ids: Array.from({ length: 6 }, () => newId()) }, 'invalid_input'],
    ['with a host who is no member', { host_ids: [newId()] }, 'event_host_not_member'],
    ['with no seats', { capacity: 0 }, 'invalid_input'],
    ['with 10,001 seats', { capacity: 10_001 }, 'invalid_input'],
    ['with half a seat', { capacity: 1.5 }, 'invalid_input'],
    ['with a short title', { title: ' ab ' }, 'invalid_input'],
    ['with a long title', { title: 'x'.repeat(101) }, 'invalid_input'],
    ['with a long title of emoji', { title: '😀'.repeat(101) }, 'invalid_input'],
    ['with a title of two emoji', { title: '😀😀' }, 'invalid_input'],
    ['with a long description', { description: `<p>${'x'.repeat(5001)}</p>` }, 'event_description_too_long'],
    ['with a cover that is not there', { cover_upload_id: newId() }, 'upload_not_found'],
    ['with a text that cannot be stored', { title: 'a\u0000bc' }, 'invalid_text'],
  ])('rejects %s and writes nothing', async (_name, fields, code) => {
    const before = await countRows(server);
    expect(await denialReason(newEvent(owner, space, { ...berlin, ...fields }))).toBe(code);
    expect(await countRows(server)).toEqual(before);
  });

  it.each<[string, object]>([
    ['a title of three characters', { title: 'abc' }],
    ['a title of a hundred', { title: 'x'.repeat(100) }],
    ['a title of a hundred emoji', { title: '😀'.repeat(100) }],
    ['a description of 5,000 emoji', { description: `<p>${'😀'.repeat(5000)}</p>` }],
    ['a description of 5,000', { description: `<p>${'x'.repeat(5000)}</p>` }],
    ['one seat', { capacity: 1 }],
    ['10,000 seats', { capacity: 10_000 }],
    ['31 days', { ends_local: '2027-07-02T18:00' }],
    ['one minute', { ends_local: '2027-06-01T18:01' }],
    ['200 events by count', { repeat: repeat({ type: 'count', count: 200 }) }],
    ['200 events until a day', { repeat: repeat({ type: 'until', until: '2027-12-17' }) }],
    ['every 99th day', { repeat: { ...repeat({ type: 'count', count: 2 }), interval: 99 } }],
  ])('accepts %s', async (_name, fields) => {
    expect(await denialReason(newEvent(owner, space, { ...berlin, ...fields }))).toBe('done');
  });

  it.each<[string, object, string]>([
    ['two characters', { title: 'ab' }, 'Title must be at least 3 characters'],
    ['101 characters', { title: 'x'.repeat(101) }, 'Title must be at most 100 characters'],
    [
      'five thousand and one',
      { description: 'x'.repeat(5001) },
      'The description is longer than 5,000 characters.',
    ],
    ['six hosts', { host_ids: Array.from({ length: 6 }, () => newId()) }, 'At most 5 hosts'],
    ['no seat', { capacity: 0 }, 'At least 1 seat'],
    ['10,001 seats', { capacity: 10_001 }, 'At most 10,000 seats'],
    ['an end before the start', { ends_local: '2027-06-01T17:59' }, 'The event must end after it starts.'],
    ['201 events', { repeat: repeat({ type: 'count', count: 201 }) }, 'A series can have up to 200 events.'],
    [
      '10,000 events',
      { repeat: repeat({ type: 'count', count: 10_000 }) },
      'A series can have up to 200 events.',
    ],
    [
      '201 events until a day',
      { repeat: repeat({ type: 'until', until: '2027-12-18' }) },
      'A series can have up to 200 events.',
    ],
    [
      'every 100th day',
      { repeat: { ...repeat({ type: 'count', count: 2 }), interval: 100 } },
      'The maximum is 99.',
    ],
    ['no such zone', { time_zone: 'Europe/Atlantis' }, "This time zone doesn't exist."],
  ])('returns what is wrong: %s', async (_name, fields, message) => {
    await expect(newEvent(owner, space, { ...berlin, ...fields })).rejects.toThrow(message);
  });

  it('accepts five hosts', async () => {
    const hosts = await newPeopleBySql(server, 4);
    for (const host of hosts) await host.call('public_join_space', { space_id: space.id });
    const host_ids = [owner.user.id, ...hosts.map(({ user }) => user.id)];
    expect((await newEvent(owner, space, { ...berlin, host_ids })).hosts.map(({ id }) => id)).toEqual(
      host_ids,
    );
  });

  it('accepts no hosts from another space, and none who left or are banned', async () => {
    const here = await newSpace(owner);
    const { former, banned, other } = await newNeighbors(server, owner, here);
    const stranger = await newPerson(server);
    await newSpace(stranger);
    for (const { user } of [former, banned, other.admin, other.member, stranger])
      await expect(
        newEvent(owner, here, { ...berlin, host_ids: [owner.user.id, user.id] }),
      ).rejects.toMatchObject({ code: 'event_host_not_member', data: { user_ids: [user.id] } });
  });

  it('rejects covers uploaded by someone else or for another purpose', async () => {
    const others = await newUpload(admin, { purpose: 'event_cover', space_id: space.id });
    const otherPurpose = await newUpload(owner, { purpose: 'post_image', space_id: space.id });
    for (const { id } of [others, otherPurpose]) {
      expect(await denialReason(newEvent(owner, space, { ...berlin, cover_upload_id: id }))).toBe(
        'upload_not_found',
      );
    }
  });
});

describe('Calendar range and agenda', () => {
  let shown: Space;
  const titles = async (from: string, to: string) => {
    const { events } = await member.call('list_events', { space_id: shown.id, from, to });
    return events.map(({ title }) => title);
  };
  beforeAll(async () => {
    shown = await newSpace(owner);
    await setRole(server, shown.id, member.user.id, 'member');
    const at = async (title: string, starts: string, ends: string, more: object = {}) =>
      newEvent(owner, shown, { title, starts_local: starts, ends_local: ends, time_zone: 'UTC', ...more });
    await at('Before', '2027-01-30T10:00', '2027-02-01T00:00');
    await at('Across the start', '2027-01-30T10:00', '2027-02-01T00:01');
    await at('Within', '2027-02-10T10:00', '2027-02-10T11:00');
    await at('Across the end', '2027-02-28T23:00', '2027-03-02T00:00');
    await at('After', '2027-03-01T00:00', '2027-03-01T01:00');
    await at('Month long', '2027-01-29T00:00', '2027-03-01T00:00');
    const kiribati = { time_zone: 'Pacific/Kiritimati', all_day: true };
    await at('Whole day far east', '2027-02-01T00:00', '2027-02-02T00:00', kiribati);
  });

  it('include every event that overlaps a month', async () => {
    expect(await titles('2027-02-01T00:00:00.000Z', '2027-03-01T00:00:00.000Z')).toEqual([
      'Month long',
      'Across the start',
      'Whole day far east',
      'Within',
      'Across the end',
    ]);
  });

  it('include neither deleted events nor those of other spaces', async () => {
    const here = await newSpace(owner);
    const { other } = await newNeighbors(server, owner, here);
    const [past, now, soon] = [eventTimesIn(-48), eventTimesIn(0), eventTimesIn(24)];
    const kept: string[] = [];
    for (const times of [past, now, soon]) {
      await newEvent(other.admin, other.space, times);
      const deleted = await newEvent(owner, here, times);
      await owner.call('delete_event', { event_id: deleted.id });
      kept.push((await newEvent(owner, here, times)).id);
    }
    const instant = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();
    const range = { space_id: here.id, from: instant(-7), to: instant(7) };
    const ids = ({ events }: { events: { id: string }[] }) => events.map(({ id }) => id);
    expect(ids(await owner.call('list_events', range))).toEqual(kept);
    const agenda = (direction: 'upcoming' | 'past') =>
      owner.call('list_agenda', { space_id: here.id, direction });
    expect(ids(await agenda('upcoming'))).toEqual(kept.slice(1));
    expect(ids(await agenda('past'))).toEqual(kept.slice(0, 1));
  });

  it('include an all-day event on its day in the westernmost time zone', async () => {
    // The 1st of February in Niue (UTC-11) begins at 11:00 UTC, when that day is over in Kiribati.
    expect(await titles('2027-02-01T11:00:00.000Z', '2027-02-02T11:00:00.000Z')).toContain(
      'Whole day far east',
    );
  });

  it.each([
    ['backwards', '2027-03-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z', 'date_range_too_large'],
    ['of no time', '2027-03-01T00:00:00.000Z', '2027-03-01T00:00:00.000Z', 'date_range_too_large'],
    ['of a year', '2027-01-01T00:00:00.000Z', '2028-01-01T00:00:00.000Z', 'date_range_too_large'],
    ['of the first year', '0001-01-01T00:00:00.000Z', '0001-01-02T00:00:00.000Z', 'date_range_too_large'],
    ['of the last year', '9999-12-30T00:00:00.000Z', '9999-12-31T00:00:00.000Z', 'date_range_too_large'],
    ['that is not a timestamp', 'today', 'tomorrow', 'invalid_input'],
  ] as const)('%s is rejected', async (_name, from, to, code) => {
    expect(await denialReason(member.call('list_events', { space_id: shown.id, from, to }))).toBe(code);
  });

  it('return each event once across agenda pages, upcoming and past', async () => {
    const busy = await newSpace(owner);
    // Three at a time, so that a page ends between events with the same start.
    const places = ['here', 'there', 'elsewhere'];
    for (let hours = -24; hours <= 24; hours += 3) {
      for (const place of places)
        await newEvent(owner, busy, { title: `At ${hours} ${place}`, ...eventTimesIn(hours) });
    }
    const all = async (direction: 'upcoming' | 'past') => {
      const seen: string[] = [];
      for (let cursor: string | undefined, more = true; more; ) {
        const page = await owner.call('list_agenda', { space_id: busy.id, direction, cursor });
        expect(page.events.length).toBeLessThanOrEqual(20);
        seen.push(...page.events.map(({ title }) => title));
        more = page.next_cursor !== null;
        cursor = page.next_cursor ?? undefined;
      }
      return seen;
    };
    // The event that started now is still in progress.
    const upcoming = Array.from({ length: 9 }, (_, n) => places.map((place) => `At ${n * 3} ${place}`));
    expect(await all('upcoming')).toEqual(upcoming.flat());
    const past = Array.from({ length: 8 }, (_, n) => places.map((place) => `At ${(n - 8) * 3} ${place}`));
    expect(await all('past')).toEqual(past.flat().reverse());
    const { next_cursor } = await owner.call('list_agenda', { space_id: shown.id });
    expect(next_cursor).toBeNull();
    expect(await denialReason(owner.call('list_agenda', { space_id: busy.id, cursor: 'bm9uc2Vuc2U' }))).toBe(
      'invalid_cursor',
    );
  });

  it('return each event once across pages of a range', async () => {
    const full = await newSpace(owner);
    const repeat = { frequency: 'daily', interval: 1, ends: { type: 'count', count: 30 } } as const;
    // Seven at a time, so that a page ends between events with the same start.
    for (let n = 0; n < 7; n += 1) await newEvent(owner, full, { ...berlin, repeat });
    const of = { space_id: full.id, from: '2027-06-01T00:00:00.000Z', to: '2027-07-01T00:00:00.000Z' };
    const first = await owner.call('list_events', of);
    expect(first.events).toHaveLength(200);
    const second = await owner.call('list_events', { ...of, cursor: first.next_cursor ?? '' });
    expect(second.next_cursor).toBeNull();
    const all = [...first.events, ...second.events];
    expect(new Set(all.map(({ id }) => id)).size).toBe(210);
    expect(all.map(({ starts_at }) => starts_at)).toEqual(all.map(({ starts_at }) => starts_at).toSorted());
    const ofAgenda = { space_id: full.id, cursor: first.next_cursor ?? '' };
    expect(await denialReason(owner.call('list_agenda', ofAgenda))).toBe('invalid_cursor');
  });

  it('are hidden with their space', async () => {
    const hidden = await newSpace(owner, { is_private: true });
    const event = await newEvent(owner, hidden);
    expect(await denialReason(member.call('get_event', { event_id: event.id }))).toBe('event_not_found');
    expect(await denialReason(server.client().call('get_event', { event_id: event.id }))).toBe(
      'event_not_found',
    );
    const open = await newEvent(owner, shown);
    expect(await denialReason(server.client().call('get_event', { event_id: open.id }))).toBe('done');
  });
});

describe('Number of queries', () => {
  it('is constant for a month, an agenda, an event and its attendees', async () => {
    const busy = await newSpace(owner);
    const first = await newEvent(owner, busy, { ...berlin, host_ids: [owner.user.id] });
    const month = { space_id: busy.id, from: '2027-06-01T00:00:00.000Z', to: '2027-07-01T00:00:00.000Z' };
    const pages: [string, () => Promise<unknown>][] = [
      ['month', () => owner.call('list_events', month)],
      ['agenda', () => owner.call('list_agenda', { space_id: busy.id })],
      ['event', () => owner.call('get_event', { event_id: first.id })],
      ['people', () => owner.call('list_attendees', { event_id: first.id })],
    ];
    const count = async () => {
      const counts: Record<string, number> = {};
      for (const [name, page] of pages) counts[name] = await countQueries(page);
      return counts;
    };
    const few = await count();
    const repeat = { frequency: 'daily', interval: 1, ends: { type: 'count', count: 150 } } as const;
    await newEvent(owner, busy, { ...berlin, repeat, host_ids: [owner.user.id] });
    await owner.call('set_rsvp', { event_id: first.id, rsvp: 'going' });
    expect(await count()).toEqual(few);
    expect(few).toEqual({ month: 2, agenda: 2, event: 2, people: 3 });
  });
});

describe('Link of an online event', () => {
  const link = { location_type: 'link' as const, url: 'https://meet.example.com/room' };
  const ask = async (person: TestPerson, eventId: string) =>
    denialReason(person.call('get_event_link', { event_id: eventId }));

  it.each([
    ['20 minutes before', 20 / 60, 1, 'event_link_not_open'],
    ['14 minutes before', 14 / 60, 1, 'done'],
    ['while it goes on', -0.5, 1, 'done'],
    ['when it is over', -2, 1, 'event_link_not_open'],
  ])('is available to members %s: %s', async (_name, hours, lasts, expected) => {
    const event = await newEvent(owner, space, { ...eventTimesIn(hours, lasts), ...link });
    expect(await ask(member, event.id)).toBe(expected);
    expect(await ask(admin, event.id)).toBe('done');
  });

  it('requires going if capacity is limited, except for hosts', async () => {
    const guest = await newMember(server, space);
    const host = await newMember(server, space);
    const event = await newEvent(owner, space, {
      ...eventTimesIn(0),
      ...link,
      capacity: 1,
      host_ids: [host.user.id],
    });
    await member.call('set_rsvp', { event_id: event.id, rsvp: 'going' });
    await guest.call('set_rsvp', { event_id: event.id, rsvp: 'going' });
    expect(await ask(member, event.id)).toBe('done');
    expect(await ask(guest, event.id)).toBe('event_link_requires_rsvp');
    expect(await ask(host, event.id)).toBe('done');
    await owner.call('cancel_event', { event_id: event.id });
    expect(await ask(member, event.id)).toBe('event_cancelled');
  });

  it('is in no other response and in no live event', async () => {
    const listener = await listen(server.url, member);
    await listener.subscribe(`space:${space.id}`);
    const event = await newEvent(owner, space, { ...eventTimesIn(0), ...link, title: 'Online' });
    await listener.received('event.created', ({ payload }) => payload.event.id === event.id);
    const { event: fetched } = await member.call('get_event', { event_id: event.id });
    expect(JSON.stringify([event, fetched, listener.events])).not.toContain('meet.example.com');
    listener.close();
  });
});

describe('Changing an event', () => {
  it('changes the given fields and keeps the rest', async () => {
    const event = await newEvent(owner, space, { ...berlin, capacity: 5, description: '<p>Kept</p>' });
    const { event: changed } = await admin.call('update_event', {
      event_id: event.id,
      title: 'Another title',
      time_zone: 'America/New_York',
    });
    expect(changed).toMatchObject({
      title: 'Another title',
      description: '<p>Kept</p>',
      capacity: 5,
      starts_local: '2027-06-01T18:00',
      starts_at: '2027-06-01T22:00:00.000Z',
      is_exception: false,
    });
    expect(changed.edited_at).not.toBeNull();
    expect(changed.version).toBeGreaterThan(event.version);
    expect(
      await denialReason(admin.call('update_event', { event_id: event.id, title: 'Another title' })),
    ).toBe('no_changes');
    expect(await denialReason(admin.call('update_event', { event_id: event.id }))).toBe('no_changes');
  });

  it('validates new fields together with existing ones', async () => {
    const event = await newEvent(owner, space, berlin);
    const change = (fields: object) =>
      denialReason(owner.call('update_event', { event_id: event.id, ...fields }));
    expect(await change({ starts_local: '2027-06-01T21:00' })).toBe('event_ends_before_it_starts');
    expect(await change({ location_type: 'link' })).toBe('event_link_needed');
    expect(await change({ location_type: 'link', url: 'https://example.com/room' })).toBe('done');
    expect(await change({ url: 'ftp://example.com' })).toBe('invalid_input');
    expect(await change({ url: null })).toBe('event_link_needed');
    expect(await change({ host_ids: [newId()] })).toBe('event_host_not_member');
  });

  it('takes a new cover from who changes it, and keeps or loses the earlier one', async () => {
    const upload = async (person: TestPerson) =>
      (await newUpload(person, { purpose: 'event_cover', space_id: space.id })).id;
    const event = await newEvent(owner, space, { ...berlin, cover_upload_id: await upload(owner) });
    const change = async (changes: { title?: string; cover_upload_id?: string | null }) =>
      (await owner.call('update_event', { event_id: event.id, ...changes })).event.cover?.id ?? null;
    expect(await change({ title: 'With a cover' })).toBe(event.cover?.id);
    expect(await denialReason(change({ cover_upload_id: await upload(admin) }))).toBe('upload_not_found');
    const own = await upload(owner);
    expect(await change({ cover_upload_id: own })).toBe(own);
    expect(await change({ cover_upload_id: null })).toBeNull();
  });

  it('is rejected after it was deleted, like every other action', async () => {
    const event = await newEvent(owner, space, berlin);
    const of = { event_id: event.id };
    await admin.call('delete_event', of);
    const calls = [
      owner.call('update_event', { ...of, title: 'Too late' }),
      owner.call('get_event', of),
      owner.call('cancel_event', of),
      owner.call('delete_event', of),
      member.call('set_rsvp', { ...of, rsvp: 'going' }),
      member.call('list_attendees', of),
    ];
    expect(new Set(await Promise.all(calls.map(denialReason)))).toEqual(new Set(['event_not_found']));
  });

  it('is rejected after it was canceled, while canceling again succeeds', async () => {
    const event = await newEvent(owner, space, berlin);
    const { event: cancelled } = await owner.call('cancel_event', { event_id: event.id });
    expect(cancelled.status).toBe('cancelled');
    const { event: again } = await owner.call('cancel_event', { event_id: event.id });
    expect(again).toEqual(cancelled);
    expect(await denialReason(owner.call('update_event', { event_id: event.id, title: 'Too late' }))).toBe(
      'event_cancelled',
    );
    expect(await denialReason(member.call('set_rsvp', { event_id: event.id, rsvp: 'going' }))).toBe(
      'event_cancelled',
    );
  });

  it('requires a moderator', async () => {
    const event = await newEvent(owner, space, berlin);
    const stranger = await newPerson(server);
    for (const [person, code] of [
      [member, 'not_allowed'],
      [stranger, 'membership_required'],
    ] as const) {
      const calls = [
        person.call('update_event', { event_id: event.id, title: 'Mine now' }),
        person.call('cancel_event', { event_id: event.id }),
        person.call('delete_event', { event_id: event.id }),
        newEvent(person, space, berlin),
      ];
      expect(new Set(await Promise.all(calls.map(denialReason)))).toEqual(new Set([code]));
    }
  });

  it('has no host who has left, and does not take them again', async () => {
    const hosts = [await newMember(server, space), await newMember(server, space)];
    const [left = '', stays = ''] = hosts.map(({ user }) => user.id);
    const event = await newEvent(owner, space, { ...berlin, host_ids: [left, stays] });
    const past = await newEvent(owner, space, { ...eventTimesIn(-48), host_ids: [left] });
    await hosts[0]?.call('leave_space', { space_id: space.id });
    const change = async (changes: { title?: string; host_ids?: string[] }) =>
      (await owner.call('update_event', { event_id: event.id, scope: 'this', ...changes })).event;
    expect((await change({ title: 'Later' })).hosts.map(({ id }) => id)).toEqual([stays]);
    await expect(change({ host_ids: [left, stays] })).rejects.toMatchObject({
      code: 'event_host_not_member',
      data: { user_ids: [left] },
    });
    // Past events keep theirs, also when they are changed.
    const { event: changed } = await owner.call('update_event', { event_id: past.id, title: 'Long ago' });
    expect(changed.hosts.map(({ id }) => id)).toEqual([left]);
  });
});
