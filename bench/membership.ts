import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { defaultPool } from '#server/platform/config.ts';
import { createPool } from '#server/platform/db/database.ts';
import type { BareQuery } from './bare/bare-query.ts';
import type { BenchOptions } from './options.ts';
import { startChild } from './processes/child.ts';
import { describeMachine, figure, median, medianRatio, printTable, verdict } from './results.ts';
import { startHearth } from './setup/bench-database.ts';
import { openCrowds } from './setup/crowd.ts';
import { emailOf } from './setup/generate.ts';

const joiners = 200;
const admins = 50;
const actionsPerAdmin = 20;

/** Sends all calls at the same time. Returns the total time in milliseconds and the responses. */
async function runConcurrently<T>(calls: (() => Promise<T>)[]): Promise<{ ms: number; responses: T[] }> {
  const began = performance.now();
  const responses = await Promise.all(calls.map((call) => call()));
  return { ms: performance.now() - began, responses };
}

interface Person {
  id: string;
  cookie: string;
}

async function findUserId(client: pg.Client, member: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from users where email = $1', [
    emailOf(member),
  ]);
  return rows[0]?.id ?? '';
}

/** Sends a request and returns its status. */
async function send(url: string, cookie: string, method: string, body?: object): Promise<number> {
  const response = await fetch(url, {
    method,
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : null,
  });
  await response.arrayBuffer();
  return response.status;
}

/** Creates a space with its owner as the only member. Returns its id. */
async function insertSpace(client: pg.Client, ownerId: string): Promise<string> {
  const id = randomUUID();
  await client.query(
    `insert into spaces (id, name, subdomain, owner_id) values ($1, 'A space to join', $2, $3)`,
    [id, `join-${id}`, ownerId],
  );
  await client.query(
    `insert into space_members (id, space_id, user_id, role, joined_at) values (gen_random_uuid(), $1, $2, 'owner', now())`,
    [id, ownerId],
  );
  return id;
}

async function loadCounts(client: pg.Client, spaceId: string) {
  const { rows } = await client.query<{ counted: number; rows: number; owners: number }>(
    `select s.member_count as counted, count(*)::int as rows,
       count(*) filter (where m.user_id = s.owner_id and m.role = 'owner')::int as owners
     from spaces s join space_members m on m.space_id = s.id and m.status = 'active'
     where s.id = $1 group by s.id`,
    [spaceId],
  );
  return rows[0] ?? { counted: 0, rows: 0, owners: 0 };
}

/** Returns the time of all joins, and whether none was lost and `member_count` is exact. */
async function joinSpace(url: string, client: pg.Client, people: Person[], spaceId: string) {
  const { ms, responses } = await runConcurrently(
    people.map(
      ({ cookie }) =>
        () =>
          send(`${url}/api/spaces/${spaceId}/join`, cookie, 'POST', {}),
    ),
  );
  const { counted, rows } = await loadCounts(client, spaceId);
  const isCorrect =
    responses.every((status) => status === 200) && counted === joiners + 1 && rows === counted;
  return { ms, isCorrect };
}

/** The bare join: the row, the count and the two live events. */
async function joinBare(pool: pg.Pool, userId: string, spaceId: string): Promise<void> {
  const connection = await pool.connect();
  await connection.query('begin');
  await connection.query(
    `insert into space_members (id, space_id, user_id, role, joined_at)
     values (gen_random_uuid(), $1, $2, 'member', now())`,
    [spaceId, userId],
  );
  await connection.query('select member_count from spaces where id = $1', [spaceId]);
  await connection.query(
    `insert into live_events (channel, type, payload)
     values ('user:' || $1::text, 'membership.changed', '{}'), ('space:' || $2::text, 'space.member_count_changed', '{}')`,
    [userId, spaceId],
  );
  await connection.query('commit');
  connection.release();
}

/** Makes people admins, and the first of them the owner. */
async function appointAdmins(
  client: pg.Client,
  spaceId: string,
  ownerId: string,
  adminPeople: Person[],
): Promise<void> {
  await client.query(`update space_members set role = 'admin' where space_id = $1 and user_id = any($2)`, [
    spaceId,
    adminPeople.map(({ id }) => id),
  ]);
  await client.query(`update spaces set owner_id = $2 where id = $1`, [spaceId, adminPeople[0]?.id]);
  await client.query(
    `update space_members set role = case when user_id = $2 then 'owner' else 'admin' end
     where space_id = $1 and (user_id = $2 or user_id = $3)`,
    [spaceId, adminPeople[0]?.id, ownerId],
  );
}

/**
 * Every admin changes roles of others and removes them, while the ownership is transferred repeatedly. Returns the time of
 * all actions, and whether exactly one owner is left.
 */
async function changeRoles(url: string, client: pg.Client, adminPeople: Person[], spaceId: string) {
  const actions = adminPeople.flatMap(({ cookie }, index) =>
    Array.from({ length: actionsPerAdmin }, (_, action) => () => {
      const target = adminPeople[(index + action * 7 + 1) % admins]?.id ?? '';
      const space = `${url}/api/spaces/${spaceId}`;
      const ofTarget = `${space}/members/${target}`;
      if (action % 4 === 0) return send(`${space}/ownership`, cookie, 'POST', { user_id: target });
      if (action % 4 === 1) return send(`${ofTarget}/role`, cookie, 'PUT', { role: 'member' });
      if (action % 4 === 2) return send(`${ofTarget}/role`, cookie, 'PUT', { role: 'admin' });
      return send(ofTarget, cookie, 'DELETE');
    }),
  );
  const { ms, responses } = await runConcurrently(actions);
  if (responses.some((status) => status >= 500)) throw new Error('A role change failed');
  const after = await loadCounts(client, spaceId);
  return { ms, count: actions.length, isCorrect: after.owners === 1 && after.counted === after.rows };
}

/**
 * The bare action: locks the space and the two people, and writes nothing, because most of these actions are rejected.
 */
const bareAction = (spaceId: string, ownerId: string) => [
  { text: 'select owner_id from spaces where id = $1 for no key update', values: [spaceId] },
  {
    text: `select id, role from space_members where space_id = $1 and user_id in ($2, $3) order by user_id for update`,
    values: [spaceId, '%row%', ownerId],
  },
];

/** Changes per second of Hearth and of the bare transactions, of each round. */
interface Rates {
  ours: number[];
  bare: number[];
  isCorrect: boolean;
}

function printRates(options: BenchOptions, joins: Rates, roles: Rates): void {
  const row = (label: string, { ours, bare, isCorrect }: Rates) => [
    label,
    figure(median(ours)),
    figure(median(bare)),
    medianRatio(ours, bare).toFixed(2),
    verdict(isCorrect),
  ];
  printTable(
    `Concurrent membership changes (per second, median of ${options.rounds} rounds)`,
    ['', 'Hearth', 'bare transaction', 'ratio to limit', 'correct'],
    [
      row(`${joiners} people join one space at the same time; none lost, member_count exact`, joins),
      row(`${admins} admins change each other's roles at the same time; exactly one owner is left`, roles),
    ],
  );
}

/** Concurrent joins and role changes in one space, compared with the bare transactions of them. */
export async function benchMembership(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const crowdDatabases = await openCrowds(options.dataDir);
  const client = crowdDatabases.client('large');
  const paths = crowdDatabases.paths('large');
  const hearth = await startHearth(paths, options.port);
  const query = startChild<BareQuery>('../bare/bare-query.ts');
  const pool = createPool(paths.databaseUrl, defaultPool);
  try {
    const people: Person[] = [];
    for (let n = 3; n < 3 + joiners; n++) {
      people.push({ id: await findUserId(client, n), cookie: await hearth.signIn(n) });
    }
    const ownerId = await findUserId(client, 1);
    const adminPeople = people.slice(0, admins);
    const joins: Rates = { ours: [], bare: [], isCorrect: true };
    const roles: Rates = { ours: [], bare: [], isCorrect: true };
    for (let round = 0; round <= options.rounds; round++) {
      const spaceId = await insertSpace(client, ownerId);
      const joined = await joinSpace(hearth.url, client, people, spaceId);
      joins.isCorrect &&= joined.isCorrect;
      const bareSpace = await insertSpace(client, ownerId);
      const bareJoined = await runConcurrently(
        people.map(
          ({ id }) =>
            () =>
              joinBare(pool, id, bareSpace),
        ),
      );

      await appointAdmins(client, spaceId, ownerId, adminPeople);
      const changed = await changeRoles(hearth.url, client, adminPeople, spaceId);
      roles.isCorrect &&= changed.isCorrect;
      const bareChanged = await query.call('run', {
        databaseUrl: paths.databaseUrl,
        poolSize: defaultPool,
        loops: admins,
        seconds: 1,
        statements: bareAction(spaceId, ownerId),
        transaction: true,
        rows: adminPeople.map(({ id }) => id),
      });
      await client.query('delete from spaces where id = any($1)', [[spaceId, bareSpace]]);
      await client.query('delete from live_events where seq is not null');
      if (round === 0) continue;
      joins.ours.push((joiners / joined.ms) * 1000);
      joins.bare.push((joiners / bareJoined.ms) * 1000);
      roles.ours.push((changed.count / changed.ms) * 1000);
      roles.bare.push(bareChanged.perSecond);
    }
    printRates(options, joins, roles);
    process.stdout.write(`\n${machine}\n`);
  } finally {
    await pool.end();
    await query.stop();
    await hearth.stop();
    await crowdDatabases.stop();
  }
}
