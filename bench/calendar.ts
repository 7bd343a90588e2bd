import type pg from 'pg';
import { defaultPool } from '#server/platform/config.ts';
import { createPool } from '#server/platform/db/database.ts';
import type { BenchOptions } from './options.ts';
import { describeMachine, figure, median, medianRatio, percentile, printTable, verdict } from './results.ts';
import { type RunningHearth, startHearth } from './setup/bench-database.ts';
import { type CrowdName, crowdSubdomain, crowds, openCrowds } from './setup/crowd.ts';
import { emailOf } from './setup/generate.ts';

const turns = 100;
const warmUp = 20;
const limit = 1.3;
/** Events in the measured month, in either database, and in all other months together. */
const inMonth = 40;
const inOtherMonths = { small: 360, large: 36_000 } as const;
const rsvpsPerEvent = 20;
const month = { from: '2027-06-01T00:00:00.000Z', to: '2027-07-01T00:00:00.000Z' };

const attendees = 50;
const seats = 10;

/** Creates the events of a crowd's space, once: the same month in each, and few or many events in other months. */
async function ensureEvents(client: pg.Client, name: CrowdName): Promise<string> {
  const found = await client.query<{ id: string; events: number }>(
    `select s.id, (select count(*)::int from events e where e.space_id = s.id) as events
     from spaces s where s.subdomain = $1`,
    [crowdSubdomain],
  );
  const space = found.rows[0];
  if (!space) throw new Error(`There is no space ${crowdSubdomain}`);
  if (space.events >= inMonth + inOtherMonths[name]) return space.id;
  process.stdout.write(`Creating events in the ${name} crowd (once) ...\n`);
  await client.query('delete from events where space_id = $1', [space.id]);
  await client.query(
    `insert into events (id, space_id, user_id, title, description, starts_at, ends_at, time_zone, starts_local,
       ends_local, all_day, location_type, host_ids, capacity, created_at)
     select gen_random_uuid(), $1, s.owner_id, 'Evening number ' || n, '<p>Come as you are.</p>', at,
       at + interval '2 hours', 'UTC', to_char(at, 'YYYY-MM-DD"T"HH24:MI'),
       to_char(at + interval '2 hours', 'YYYY-MM-DD"T"HH24:MI'), false, 'none', array[s.owner_id], null, now()
     from spaces s, (
       select n, timestamptz '2027-06-01 18:00+00' + (n - 1) * interval '16 hours' as at
         from generate_series(1, ${inMonth}) n
       union all
       select ${inMonth} + n, timestamptz '2027-05-30 12:00+00' - n * (interval '7000 days' / ${inOtherMonths[name]})
         from generate_series(1, ${inOtherMonths[name]}) n) planned
     where s.id = $1`,
    [space.id],
  );
  await client.query(
    `insert into event_rsvps (event_id, user_id, space_id, rsvp, queue_position, responded_at)
     select e.id, u.id, e.space_id, 'going', u.n, now()
     from events e, (select user_id as id, row_number() over (order by user_id) as n
       from space_members where space_id = $1 limit ${rsvpsPerEvent}) u
     where e.space_id = $1`,
    [space.id],
  );
  await client.query('update events set going_count = $2 where space_id = $1', [space.id, rsvpsPerEvent]);
  await client.query('vacuum (analyze) events, event_rsvps');
  return space.id;
}

interface SignedInCrowd {
  name: CrowdName;
  hearth: RunningHearth;
  cookie: string;
  spaceId: string;
}

async function benchMonth(options: BenchOptions, signedIn: SignedInCrowd[]): Promise<string[][]> {
  const span = `from=${month.from}&to=${month.to}`;
  const questions = [
    { label: 'a month', path: (id: string) => `/api/spaces/${id}/events?${span}` },
    { label: 'agenda, upcoming', path: (id: string) => `/api/spaces/${id}/agenda` },
    { label: 'agenda, past', path: (id: string) => `/api/spaces/${id}/agenda?direction=past` },
  ];
  const rows: string[][] = [];
  for (const { label, path } of questions) {
    const times = signedIn.map((): number[] => []);
    const found = signedIn.map(() => 0);
    // One request at a time, alternating between the databases, so that other load affects both alike.
    for (let turn = -warmUp; turn < options.rounds * turns; turn++) {
      for (const [index, { hearth, cookie, spaceId }] of signedIn.entries()) {
        const began = performance.now();
        const response = await fetch(hearth.url + path(spaceId), { headers: { cookie } });
        const body = (await response.json()) as { events: unknown[] };
        if (!response.ok) throw new Error(`${label}: ${response.status}`);
        if (turn >= 0) times[index]?.push(performance.now() - began);
        else found[index] = body.events.length;
      }
    }
    const [small = Number.NaN, large = Number.NaN] = times.map((values) => percentile(values, 0.25));
    const ratio = large / small;
    rows.push([
      label,
      figure(small),
      figure(large),
      found.join(' / '),
      ratio.toFixed(2),
      verdict(ratio <= limit),
    ]);
  }
  return rows;
}

interface Attendee {
  id: string;
  cookie: string;
}

async function signInAttendees(client: pg.Client, hearth: RunningHearth): Promise<Attendee[]> {
  const people: Attendee[] = [];
  for (let n = 3; n < 3 + attendees; n++) {
    const { rows } = await client.query<{ id: string }>('select id from users where email = $1', [
      emailOf(n),
    ]);
    people.push({ id: rows[0]?.id ?? '', cookie: await hearth.signIn(n) });
  }
  return people;
}

/** Creates an event with ten seats. Returns its id. */
async function insertEvent(client: pg.Client, spaceId: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into events (id, space_id, user_id, title, description, starts_at, ends_at, time_zone, starts_local,
       ends_local, all_day, location_type, capacity, created_at)
     select gen_random_uuid(), id, owner_id, 'Ten seats', '', now() + interval '40 days', now() + interval '41 days',
       'UTC', '2030-01-01T18:00', '2030-01-01T20:00', false, 'none', ${seats}, now()
     from spaces where id = $1 returning id`,
    [spaceId],
  );
  return rows[0]?.id ?? '';
}

/** All people RSVP at the same time. Returns the statuses of the responses. */
async function requestSeats(url: string, people: Attendee[], eventId: string): Promise<number[]> {
  return await Promise.all(
    people.map(async ({ cookie }) => {
      const response = await fetch(`${url}/api/events/${eventId}/rsvp`, {
        method: 'PUT',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ rsvp: 'going' }),
      });
      await response.arrayBuffer();
      return response.status;
    }),
  );
}

/** Whether every seat was given once, everyone else waits, and the totals of the event say so. */
async function areSeatsCorrect(client: pg.Client, eventId: string): Promise<boolean> {
  const { rows } = await client.query<{
    going: number;
    waiting: number;
    positions: number;
    notified: number[];
  }>(
    `select count(*) filter (where r.rsvp = 'going')::int as going,
       count(*) filter (where r.rsvp = 'waiting')::int as waiting, count(distinct r.queue_position)::int as positions,
       array[max(e.going_count), max(e.waitlist_count)] as notified
     from event_rsvps r join events e on e.id = r.event_id where e.id = $1`,
    [eventId],
  );
  return (
    rows[0]?.going === seats &&
    rows[0].waiting === attendees - seats &&
    rows[0].positions === attendees &&
    rows[0].notified.join() === `${seats},${attendees - seats}`
  );
}

/** The minimum: locks the event, saves the RSVP, updates the totals, inserts the live event. */
async function saveBareRsvp(
  pool: pg.Pool,
  rsvpOf: { eventId: string; spaceId: string; userId: string; position: number },
): Promise<void> {
  const { eventId, spaceId, userId, position } = rsvpOf;
  const connection = await pool.connect();
  await connection.query('begin');
  const locked = await connection.query<{ going_count: number }>(
    'select going_count from events where id = $1 for no key update',
    [eventId],
  );
  const rsvp = (locked.rows[0]?.going_count ?? 0) < seats ? 'going' : 'waiting';
  const column = rsvp === 'going' ? 'going_count' : 'waitlist_count';
  await connection.query(
    `insert into event_rsvps (event_id, user_id, space_id, rsvp, queue_position, responded_at)
     values ($1, $2, $3, $4, $5, now())`,
    [eventId, userId, spaceId, rsvp, position],
  );
  await connection.query(`update events set ${column} = ${column} + 1, version = version + 1 where id = $1`, [
    eventId,
  ]);
  await connection.query(
    `insert into live_events (channel, type, payload) values ('space:' || $1::text, 'event.rsvps_changed', '{}')`,
    [spaceId],
  );
  await connection.query('commit');
  connection.release();
}

/** Fifty people want the last ten seats at the same time; compared with the bare transactions of that. */
async function benchSeats(
  options: BenchOptions,
  { hearth, spaceId }: SignedInCrowd,
  client: pg.Client,
  databaseUrl: string,
) {
  const people = await signInAttendees(client, hearth);
  const pool = createPool(databaseUrl, defaultPool);
  const ours: number[] = [];
  const bare: number[] = [];
  let correct = true;
  try {
    for (let round = 0; round <= options.rounds; round++) {
      const eventId = await insertEvent(client, spaceId);
      const began = performance.now();
      const statuses = await requestSeats(hearth.url, people, eventId);
      const took = performance.now() - began;
      const isCorrect = await areSeatsCorrect(client, eventId);
      correct &&= statuses.every((status) => status === 200) && isCorrect;

      const bareId = await insertEvent(client, spaceId);
      const bareBegan = performance.now();
      await Promise.all(
        people.map(({ id }, position) =>
          saveBareRsvp(pool, { eventId: bareId, spaceId, userId: id, position }),
        ),
      );
      const bareTook = performance.now() - bareBegan;
      await client.query('delete from events where id = any($1)', [[eventId, bareId]]);
      await client.query('delete from live_events where seq is not null');
      if (round === 0) continue;
      ours.push((attendees / took) * 1000);
      bare.push((attendees / bareTook) * 1000);
    }
  } finally {
    await pool.end();
  }
  return { ours, bare, correct };
}

/** A month of events and the agenda with few and many events in other months; fifty people for the last ten seats. */
export async function benchCalendar(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const crowdDatabases = await openCrowds(options.dataDir);
  const names = Object.keys(crowds) as CrowdName[];
  const servers = await Promise.all(
    names.map((name, index) => startHearth(crowdDatabases.paths(name), options.port + index)),
  );
  try {
    const signedIn: SignedInCrowd[] = [];
    for (const [index, name] of names.entries()) {
      const hearth = servers[index];
      if (!hearth) throw new Error('unreachable');
      const spaceId = await ensureEvents(crowdDatabases.client(name), name);
      signedIn.push({ name, hearth, cookie: await hearth.signIn(2), spaceId });
    }
    printTable(
      `Calendar (ms per page, first quartile of ${options.rounds * turns} alternating requests)`,
      [
        '',
        ...names.map((name) => `${(inMonth + inOtherMonths[name]).toLocaleString('en')} events`),
        'found',
        'ratio',
        `<= ${limit}`,
      ],
      await benchMonth(options, signedIn),
    );
    const large = signedIn.find(({ name }) => name === 'large');
    if (!large) throw new Error('unreachable');
    const paths = crowdDatabases.paths('large');
    const { ours, bare, correct } = await benchSeats(
      options,
      large,
      crowdDatabases.client('large'),
      paths.databaseUrl,
    );
    printTable(
      `The last seats (responses per second, median of ${options.rounds} rounds)`,
      ['', 'Hearth', 'bare transaction', 'ratio to limit', 'correct'],
      [
        [
          `${attendees} people want the last ${seats} seats at the same time: ${seats} get one, ${attendees - seats} join the waitlist`,
          figure(median(ours)),
          figure(median(bare)),
          medianRatio(ours, bare).toFixed(2),
          verdict(correct),
        ],
      ],
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    for (const server of servers) await server.stop();
    await crowdDatabases.stop();
  }
}
