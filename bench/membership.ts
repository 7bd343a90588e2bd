import { randomUUID } from 'node:crypto';
import { createPool } from '#server/platform/db/database.ts';
import type { BareQuery } from './bare-query.ts';
import { startChild } from './child.ts';
import { openCrowds } from './crowd.ts';
import { emailOf } from './generate.ts';
import type { BenchOptions } from './options.ts';
import { describeMachine, figure, median, medianRatio, printTable, verdict } from './report.ts';
import { startHearth } from './world.ts';

const joiners = 200;
const moderators = 50;
const writesEach = 20;
const poolSize = 20;

/** How long the calls take when all are made at once, in milliseconds, and what each answered. */
async function atOnce<T>(calls: (() => Promise<T>)[]): Promise<{ ms: number; responses: T[] }> {
  const began = performance.now();
  const responses = await Promise.all(calls.map((call) => call()));
  return { ms: performance.now() - began, responses };
}

/** Joins and acts on roles, all at once in one space, beside the bare transactions that they come to. */
export async function benchMembership(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const worlds = await openCrowds(options.dataDir);
  const client = worlds.client('large');
  const place = worlds.place('large');
  const hearth = await startHearth(place, options.port);
  const query = startChild<BareQuery>('bare-query.ts');
  const pool = createPool(place.databaseUrl, poolSize);
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
    const facts = async (spaceId: string) => {
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
    const acted: number[] = [];
    const bareWrites: number[] = [];
    let countedRight = true;
    let ownerKept = true;
    for (let round = 0; round <= options.rounds; round++) {
      const spaceId = await newSpace();
      const { ms, responses } = await atOnce(
        people.map(
          ({ cookie }) =>
            () =>
              send(cookie, 'POST', `/api/spaces/${spaceId}/join`, {}),
        ),
      );
      const { counted, rows } = await facts(spaceId);
      countedRight &&=
        responses.every((status) => status === 200) && counted === joiners + 1 && rows === counted;

      // The bare join: the row, the count, and the two events that are told.
      const bareSpace = await newSpace();
      const bare = await atOnce(
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
            `insert into live_events (topic, type, payload)
             values ('user:' || $1::text, 'membership.changed', '{}'), ('space:' || $2::text, 'space.member_count_changed', '{}')`,
            [id, bareSpace],
          );
          await connection.query('commit');
          connection.release();
        }),
      );

      // Every admin tries to make others members or admins, and to remove them; the owner hands the space on and on.
      const admins = people.slice(0, moderators);
      await client.query(
        `update space_members set role = 'admin' where space_id = $1 and user_id = any($2)`,
        [spaceId, admins.map(({ id }) => id)],
      );
      await client.query(`update spaces set owner_id = $2 where id = $1`, [spaceId, admins[0]?.id]);
      await client.query(
        `update space_members set role = case when user_id = $2 then 'owner' else 'admin' end
         where space_id = $1 and (user_id = $2 or user_id = $3)`,
        [spaceId, admins[0]?.id, ownerId],
      );
      const actions = admins.flatMap(({ cookie }, index) =>
        Array.from({ length: writesEach }, (_, action) => () => {
          const target = admins[(index + action * 7 + 1) % moderators]?.id ?? '';
          const ofTarget = `/api/spaces/${spaceId}/members/${target}`;
          if (action % 4 === 0) {
            return send(cookie, 'POST', `/api/spaces/${spaceId}/ownership`, { user_id: target });
          }
          if (action % 4 === 1) return send(cookie, 'PUT', `${ofTarget}/role`, { role: 'member' });
          if (action % 4 === 2) return send(cookie, 'PUT', `${ofTarget}/role`, { role: 'admin' });
          return send(cookie, 'DELETE', ofTarget);
        }),
      );
      const roles = await atOnce(actions);
      if (roles.responses.some((status) => status >= 500)) throw new Error('An act on roles failed');
      const after = await facts(spaceId);
      ownerKept &&= after.owners === 1 && after.counted === after.rows;

      // The bare act: who owns the space, held; the two people, held; nothing written, as most of these are refused.
      const bareRun = await query.call('run', {
        databaseUrl: place.databaseUrl,
        poolSize,
        loops: moderators,
        seconds: 1,
        statements: [
          { text: 'select owner_id from spaces where id = $1 for no key update', values: [spaceId] },
          {
            text: `select id, role from space_members where space_id = $1 and user_id in ($2, $3) order by user_id for update`,
            values: [spaceId, '%row%', ownerId],
          },
        ],
        transaction: true,
        rows: admins.map(({ id }) => id),
      });
      await client.query('delete from spaces where id = any($1)', [[spaceId, bareSpace]]);
      await client.query('delete from live_events where seq is not null');
      if (round === 0) continue;
      joined.push((joiners / ms) * 1000);
      bareJoined.push((joiners / bare.ms) * 1000);
      acted.push((actions.length / roles.ms) * 1000);
      bareWrites.push(bareRun.perSecond);
    }
    printTable(
      `Membership under a rush (a second, median of ${options.rounds} rounds)`,
      ['', 'Hearth', 'bare transaction', 'of the limit', 'right'],
      [
        [
          `${joiners} people join one space at once; none lost, member_count exact`,
          figure(median(joined)),
          figure(median(bareJoined)),
          medianRatio(joined, bareJoined).toFixed(2),
          verdict(countedRight),
        ],
        [
          `${moderators} owners and admins act on each other at once; one owner is left`,
          figure(median(acted)),
          figure(median(bareWrites)),
          medianRatio(acted, bareWrites).toFixed(2),
          verdict(ownerKept),
        ],
      ],
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    await pool.end();
    await query.stop();
    await hearth.stop();
    await worlds.stop();
  }
}
