import type pg from 'pg';
import { createPool } from '#server/platform/db/database.ts';
import { type CrowdName, crowdSubdomain, crowds, openCrowds } from './crowd.ts';
import { emailOf } from './generate.ts';
import type { BenchOptions } from './options.ts';
import { describeMachine, figure, median, medianRatio, percentile, printTable, verdict } from './report.ts';
import { type RunningHearth, startHearth } from './world.ts';

const turns = 100;
const warmUp = 20;
const limit = 1.3;
/** Events of the measured month, in either world; and of all other years together. */
const inMonth = 40;
const elsewhere = { small: 360, large: 36_000 } as const;
const responsesEach = 20;
const month = { from: '2027-06-01T00:00:00.000Z', to: '2027-07-01T00:00:00.000Z' };

const moderators = 50;
const seats = 10;
const poolSize = 20;

/** Gives a world's space its events, once: the same month in each, and much or little around it. */
async function ensureEvents(client: pg.Client, name: CrowdName): Promise<string> {
  const found = await client.query<{ id: string; events: number }>(
    `select s.id, (select count(*)::int from events e where e.space_id = s.id) as events
     from spaces s where s.subdomain = $1`,
    [crowdSubdomain],
  );
  const space = found.rows[0];
  if (!space) throw new Error(`There is no space ${crowdSubdomain}`);
  if (space.events >= inMonth + elsewhere[name]) return space.id;
  process.stdout.write(`Making events in the ${name} world (once) ...\n`);
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
       select ${inMonth} + n, timestamptz '2027-05-30 12:00+00' - n * (interval '7000 days' / ${elsewhere[name]})
         from generate_series(1, ${elsewhere[name]}) n) planned
     where s.id = $1`,
    [space.id],
  );
  await client.query(
    `insert into event_rsvps (event_id, user_id, space_id, rsvp, place, responded_at)
     select e.id, u.id, e.space_id, 'going', u.n, now()
     from events e, (select user_id as id, row_number() over (order by user_id) as n
       from space_members where space_id = $1 limit ${responsesEach}) u
     where e.space_id = $1`,
    [space.id],
  );
  await client.query('update events set going_count = $2 where space_id = $1', [space.id, responsesEach]);
  await client.query('vacuum (analyze) events, event_rsvps');
  return space.id;
}

interface JoinRequested {
  name: CrowdName;
  hearth: RunningHearth;
  cookie: string;
  spaceId: string;
}

async function benchMonth(options: BenchOptions, requested: JoinRequested[]): Promise<string[][]> {
  const span = `from=${month.from}&to=${month.to}`;
  const questions = [
    { says: 'a month', path: (id: string) => `/api/spaces/${id}/events?${span}` },
    { says: 'agenda, ahead', path: (id: string) => `/api/spaces/${id}/agenda` },
    { says: 'agenda, past', path: (id: string) => `/api/spaces/${id}/agenda?direction=past` },
  ];
  const rows: string[][] = [];
  for (const { says, path } of questions) {
    const times = requested.map((): number[] => []);
    const found = requested.map(() => 0);
    // One request at a time, of either world in turn: what else the machine does hits both alike.
    for (let turn = -warmUp; turn < options.rounds * turns; turn++) {
      for (const [index, { hearth, cookie, spaceId }] of requested.entries()) {
        const began = performance.now();
        const response = await fetch(hearth.url + path(spaceId), { headers: { cookie } });
        const body = (await response.json()) as { events: unknown[] };
        if (!response.ok) throw new Error(`${says}: ${response.status}`);
        if (turn >= 0) times[index]?.push(performance.now() - began);
        else found[index] = body.events.length;
      }
    }
    const [small = Number.NaN, large = Number.NaN] = times.map((values) => percentile(values, 0.25));
    const ratio = large / small;
    rows.push([
      says,
      figure(small),
      figure(large),
      found.join(' / '),
      ratio.toFixed(2),
      verdict(ratio <= limit),
    ]);
  }
  return rows;
}

/** Fifty people want the last ten seats at once, beside the bare transactions that this comes to. */
async function benchSeats(
  options: BenchOptions,
  world: JoinRequested,
  client: pg.Client,
  databaseUrl: string,
) {
  const people: { id: string; cookie: string }[] = [];
  for (let n = 3; n < 3 + moderators; n++) {
    const { rows } = await client.query<{ id: string }>('select id from users where email = $1', [
      emailOf(n),
    ]);
    people.push({ id: rows[0]?.id ?? '', cookie: await world.hearth.signIn(n) });
  }
  const newEvent = async () => {
    const { rows } = await client.query<{ id: string }>(
      `insert into events (id, space_id, user_id, title, description, starts_at, ends_at, time_zone, starts_local,
         ends_local, all_day, location_type, capacity, created_at)
       select gen_random_uuid(), id, owner_id, 'Ten seats', '', now() + interval '40 days', now() + interval '41 days',
         'UTC', '2030-01-01T18:00', '2030-01-01T20:00', false, 'none', ${seats}, now()
       from spaces where id = $1 returning id`,
      [world.spaceId],
    );
    return rows[0]?.id ?? '';
  };
  const pool = createPool(databaseUrl, poolSize);
  const ours: number[] = [];
  const bare: number[] = [];
  let right = true;
  try {
    for (let round = 0; round <= options.rounds; round++) {
      const eventId = await newEvent();
      const began = performance.now();
      const statuses = await Promise.all(
        people.map(async ({ cookie }) => {
          const rsvp = await fetch(`${world.hearth.url}/api/events/${eventId}/rsvp`, {
            method: 'PUT',
            headers: { cookie, 'content-type': 'application/json' },
            body: JSON.stringify({ rsvp: 'going' }),
          });
          await rsvp.arrayBuffer();
          return rsvp.status;
        }),
      );
      const took = performance.now() - began;
      const { rows } = await client.query<{
        going: number;
        waiting: number;
        places: number;
        notified: number[];
      }>(
        `select count(*) filter (where r.rsvp = 'going')::int as going,
           count(*) filter (where r.rsvp = 'waiting')::int as waiting, count(distinct r.place)::int as places,
           array[max(e.going_count), max(e.waitlist_count)] as told
         from event_rsvps r join events e on e.id = r.event_id where e.id = $1`,
        [eventId],
      );
      right &&=
        statuses.every((status) => status === 200) &&
        rows[0]?.going === seats &&
        rows[0].waiting === moderators - seats &&
        rows[0].places === moderators &&
        rows[0].notified.join() === `${seats},${moderators - seats}`;

      // The least: the event held, the answer, the totals, and what is told.
      const bareId = await newEvent();
      const bareBegan = performance.now();
      await Promise.all(
        people.map(async ({ id }, place) => {
          const connection = await pool.connect();
          await connection.query('begin');
          const locked = await connection.query<{ going_count: number }>(
            'select going_count from events where id = $1 for no key update',
            [bareId],
          );
          const rsvp = (locked.rows[0]?.going_count ?? 0) < seats ? 'going' : 'waiting';
          await connection.query(
            `insert into event_rsvps (event_id, user_id, space_id, rsvp, place, responded_at)
             values ($1, $2, $3, $4, $5, now())`,
            [bareId, id, world.spaceId, rsvp, place],
          );
          await connection.query(
            `update events set ${rsvp}_count = ${rsvp}_count + 1, version = version + 1 where id = $1`,
            [bareId],
          );
          await connection.query(
            `insert into live_events (topic, type, payload) values ('space:' || $1::text, 'event.rsvps_changed', '{}')`,
            [world.spaceId],
          );
          await connection.query('commit');
          connection.release();
        }),
      );
      const bareTook = performance.now() - bareBegan;
      await client.query('delete from events where id = any($1)', [[eventId, bareId]]);
      await client.query('delete from live_events where seq is not null');
      if (round === 0) continue;
      ours.push((moderators / took) * 1000);
      bare.push((moderators / bareTook) * 1000);
    }
  } finally {
    await pool.end();
  }
  return { ours, bare, right };
}

/** A month of events and the agenda with much and little around them; fifty people for the last ten seats. */
export async function benchCalendar(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const worlds = await openCrowds(options.dataDir);
  const names = Object.keys(crowds) as CrowdName[];
  const servers = await Promise.all(
    names.map((name, index) => startHearth(worlds.place(name), options.port + index)),
  );
  try {
    const requested: JoinRequested[] = [];
    for (const [index, name] of names.entries()) {
      const hearth = servers[index];
      if (!hearth) throw new Error('unreachable');
      const spaceId = await ensureEvents(worlds.client(name), name);
      requested.push({ name, hearth, cookie: await hearth.signIn(2), spaceId });
    }
    printTable(
      `Calendar (ms a page, first quartile of ${options.rounds * turns} requests in turn)`,
      [
        '',
        ...names.map((name) => `${(inMonth + elsewhere[name]).toLocaleString('en')} events`),
        'found',
        'ratio',
        `<= ${limit}`,
      ],
      await benchMonth(options, requested),
    );
    const large = requested.find(({ name }) => name === 'large');
    if (!large) throw new Error('unreachable');
    const place = worlds.place('large');
    const { ours, bare, right } = await benchSeats(options, large, worlds.client('large'), place.databaseUrl);
    printTable(
      `The last seats (answers a second, median of ${options.rounds} rounds)`,
      ['', 'Hearth', 'bare transaction', 'of the limit', 'right'],
      [
        [
          `${moderators} people want the last ${seats} seats at once: ${seats} go, ${moderators - seats} wait in line`,
          figure(median(ours)),
          figure(median(bare)),
          medianRatio(ours, bare).toFixed(2),
          verdict(right),
        ],
      ],
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    for (const server of servers) await server.stop();
    await worlds.stop();
  }
}
