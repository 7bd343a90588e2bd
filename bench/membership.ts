import { randomUUID } from 'node:crypto';
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
const poolSize = 20;

/** Sends all calls at the same time. Returns the total time in milliseconds and the responses. */
async function runConcurrently<T>(calls: (() => Promise<T>)[]): Promise<{ ms: number; responses: T[] }> {
  const began = performance.now();
  const responses = await Promise.all(calls.map((call) => call()));
  return { ms: performance.now() - began, responses };
}

/** Concurrent joins and role changes in one space, compared with the bare transactions of them. */
export async function benchMembership(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const crowdDatabases = await openCrowds(options.dataDir);
  const client = crowdDatabases.client('large');
  const paths = crowdDatabases.paths('large');
  const hearth = await startHearth(paths, options.port);
  const query = startChild<BareQuery>('../bare/bare-query.ts');
  const pool = createPool(paths.databaseUrl, poolSize);
  try {
    const people: { id: string; cookie: string }[] = [];
    for (let n = 3; n < 3 + joiners; n++) {
      const { rows } = await client.query<{ id: string }>('select id from users where email = $1', [
        emailOf(n),
      ]);
      people.push({ id: rows[0]?.id ?? '', cookie: await hearth.signIn(n) });
    }
    const owner = await client.query<{ id: string }>('select id from users where email = $1', [emailOf(1)]);
    const ownerId = owner.rows[0]?.id ?? '';
    const send = async (cookie: string, method: string, path: string, body?: object) => {
      const response = await fetch(hearth.url + path, {
        method,
        headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
        body: body ? JSON.stringify(body) : null,
      });
      await response.arrayBuffer();
      return response.status;
    };
    const newSpace = async () => {
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
    };
    const loadCounts = async (spaceId: string) => {
      const { rows } = await client.query<{ counted: number; rows: number; owners: number }>(
        `select s.member_count as counted, count(*)::int as rows,
           count(*) filter (where m.user_id = s.owner_id and m.role = 'owner')::int as owners
         from spaces s join space_members m on m.space_id = s.id and m.status = 'active'
         where s.id = $1 group by s.id`,
        [spaceId],
      );
      return rows[0] ?? { counted: 0, rows: 0, owners: 0 };
    };

    const joined: number[] = [];
    const bareJoined: number[] = [];
    const actionRates: number[] = [];
    const bareActionRates: number[] = [];
    let countedRight = true;
    let ownerKept = true;
    for (let round = 0; round <= options.rounds; round++) {
      const spaceId = await newSpace();
      const { ms, responses } = await runConcurrently(
        people.map(
          ({ cookie }) =>
            () =>
              send(cookie, 'POST', `/api/spaces/${spaceId}/join`, {}),
        ),
      );
      const { counted, rows } = await loadCounts(spaceId);
      countedRight &&=
        responses.every((status) => status === 200) && counted === joiners + 1 && rows === counted;

      // The bare join: the row, the count and the two live events.
      const bareSpace = await newSpace();
      const bare = await runConcurrently(
        people.map(({ id }) => async () => {
          const connection = await pool.connect();
          await connection.query('begin');
          await connection.query(
            `insert into space_members (id, space_id, user_id, role, joined_at)
             values (gen_random_uuid(), $1, $2, 'member', now())`,
            [bareSpace, id],
          );
          await connection.query('select member_count from spaces where id = $1', [bareSpace]);
          await connection.query(
            `insert into live_events (channel, type, payload)
             values ('user:' || $1::text, 'membership.changed', '{}'), ('space:' || $2::text, 'space.member_count_changed', '{}')`,
            [id, bareSpace],
          );
          await connection.query('commit');
          connection.release();
        }),
      );

      // Every admin changes roles of others and removes them, while the ownership is transferred repeatedly.
      const adminPeople = people.slice(0, admins);
      await client.query(
        `update space_members set role = 'admin' where space_id = $1 and user_id = any($2)`,
        [spaceId, adminPeople.map(({ id }) => id)],
      );
      await client.query(`update spaces set owner_id = $2 where id = $1`, [spaceId, adminPeople[0]?.id]);
      await client.query(
        `update space_members set role = case when user_id = $2 then 'owner' else 'admin' end
         where space_id = $1 and (user_id = $2 or user_id = $3)`,
        [spaceId, adminPeople[0]?.id, ownerId],
      );
      const actions = adminPeople.flatMap(({ cookie }, index) =>
        Array.from({ length: actionsPerAdmin }, (_, action) => () => {
          const target = adminPeople[(index + action * 7 + 1) % admins]?.id ?? '';
          const ofTarget = `/api/spaces/${spaceId}/members/${target}`;
          if (action % 4 === 0) {
            return send(cookie, 'POST', `/api/spaces/${spaceId}/ownership`, { user_id: target });
          }
          if (action % 4 === 1) return send(cookie, 'PUT', `${ofTarget}/role`, { role: 'member' });
          if (action % 4 === 2) return send(cookie, 'PUT', `${ofTarget}/role`, { role: 'admin' });
          return send(cookie, 'DELETE', ofTarget);
        }),
      );
      const roles = await runConcurrently(actions);
      if (roles.responses.some((status) => status >= 500)) throw new Error('A role change failed');
      const after = await loadCounts(spaceId);
      ownerKept &&= after.owners === 1 && after.counted === after.rows;

      // The bare action: locks the space and the two people, and writes nothing, because most of these actions are
      // rejected.
      const bareRun = await query.call('run', {
        databaseUrl: paths.databaseUrl,
        poolSize,
        loops: admins,
        seconds: 1,
        statements: [
          { text: 'select owner_id from spaces where id = $1 for no key update', values: [spaceId] },
          {
            text: `select id, role from space_members where space_id = $1 and user_id in ($2, $3) order by user_id for update`,
            values: [spaceId, '%row%', ownerId],
          },
        ],
        transaction: true,
        rows: adminPeople.map(({ id }) => id),
      });
      await client.query('delete from spaces where id = any($1)', [[spaceId, bareSpace]]);
      await client.query('delete from live_events where seq is not null');
      if (round === 0) continue;
      joined.push((joiners / ms) * 1000);
      bareJoined.push((joiners / bare.ms) * 1000);
      actionRates.push((actions.length / roles.ms) * 1000);
      bareActionRates.push(bareRun.perSecond);
    }
    printTable(
      `Concurrent membership changes (per second, median of ${options.rounds} rounds)`,
      ['', 'Hearth', 'bare transaction', 'ratio to limit', 'correct'],
      [
        [
          `${joiners} people join one space at the same time; none lost, member_count exact`,
          figure(median(joined)),
          figure(median(bareJoined)),
          medianRatio(joined, bareJoined).toFixed(2),
          verdict(countedRight),
        ],
        [
          `${admins} admins change each other's roles at the same time; exactly one owner is left`,
          figure(median(actionRates)),
          figure(median(bareActionRates)),
          medianRatio(actionRates, bareActionRates).toFixed(2),
          verdict(ownerKept),
        ],
      ],
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    await pool.end();
    await query.stop();
    await hearth.stop();
    await crowdDatabases.stop();
  }
}
