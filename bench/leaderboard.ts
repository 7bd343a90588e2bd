import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { migrate } from '#server/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '#tools/postgres/postgres.ts';
import type { BenchOptions } from './options.ts';
import { startChild } from './processes/child.ts';
import type { LoadChild } from './processes/load-child.ts';
import { describeMachine, figure, median, printTable, verdict } from './results.ts';
import { startHearth } from './setup/bench-database.ts';
import { emailOf, password } from './setup/generate.ts';

const connections = 16;
/** The large space and one with a hundredth of its members and points. */
const spaces = [
  { subdomain: 'points-100', members: 100, points: 5_000 },
  { subdomain: 'points-10000', members: 10_000, points: 500_000 },
] as const;
const maxMembers = spaces[1].members;
/** The member who sends the requests; ranks in the middle of both spaces. */
const viewer = 50;

/** Generates a separate database, once: people, two spaces, and a ledger with the likes of a year. */
async function fill(url: string): Promise<void> {
  await migrate(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('truncate users, spaces cascade');
    await client.query(
      `set session_replication_role = replica; set synchronous_commit = off; select setseed(0.42)`,
    );
    await client.query(`insert into users (id, email, email_verified, full_name, first_name, last_name, username, profile_url)
      select uuidv7(make_interval(secs => n - 40000000)), 'member-' || n || '@bench.example', true, 'Member ' || n, 'Member',
        n::text, 'member-' || n, 'member-' || n from generate_series(1, ${maxMembers}) n`);
    const hashed = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await client.query(
      `insert into accounts (id, user_id, account_id, provider_id, password)
       select uuidv7(), id, id::text, 'credential', $1 from users where email = $2`,
      [hashed, emailOf(viewer)],
    );
    await client.query(`insert into user_badges (user_id, badge_code, awarded_at)
      select id, code, now() from users cross join badges where last_name::int % 3 = 0`);
    for (const { subdomain, members, points } of spaces) {
      const { rows } = await client.query<{ id: string }>(
        `insert into spaces (id, name, subdomain, owner_id, member_count)
         select uuidv7(), $1, $1, id, $2 from users where last_name = '1' returning id`,
        [subdomain, members],
      );
      const spaceId = rows[0]?.id;
      await client.query(
        `insert into space_members (id, space_id, user_id, role, joined_at)
         select uuidv7(), $1, id, case last_name when '1' then 'owner' else 'member' end, now() - make_interval(hours => last_name::int)
         from users where last_name::int <= ${members}`,
        [spaceId],
      );
      // Few members get many likes and many get few, as in real communities. The viewer ranks in the middle.
      await client.query(
        `insert into point_ledger (target_kind, target_id, actor_id, user_id, space_id, created_at, window_days)
         select 'post', gen_random_uuid(), one.id, other.id, $1, at,
           case when at > now() - interval '7 days' then 7 when at > now() - interval '30 days' then 30 else 0 end
         from (
           select 1 + (random() * ${members - 1})::int as giver, 1 + (power(random(), 2) * ${members - 1})::int as receiver,
             now() - random() * interval '365 days' as at
           from generate_series(1, ${points})
          -- The viewer has points in every period of either space.
          union all select 1 + n % ${members}, ${viewer}, now() - make_interval(hours => n) from generate_series(1, 3) n) likes
         join users one on one.last_name::int = giver join users other on other.last_name::int = receiver`,
        [spaceId],
      );
      await client.query(
        `insert into member_points (space_id, user_id, points, points_30, points_7, reached_at, is_member, is_ranked, joined_at)
         select $1, m.user_id, coalesce(l.total, 0), coalesce(l.month, 0), coalesce(l.week, 0), l.latest, true,
           m.role = 'member', m.joined_at
         from space_members m left join (
           select user_id, sum(delta) as total, max(created_at) as latest,
             sum(delta) filter (where window_days <> 0) as month, sum(delta) filter (where window_days = 7) as week
           from point_ledger where space_id = $1 group by user_id) l on l.user_id = m.user_id
         where m.space_id = $1`,
        [spaceId],
      );
      await client.query(
        `insert into space_level_counts (space_id, level, member_count)
         select space_id, level, count(*) from member_points where space_id = $1 and is_member group by 1, 2`,
        [spaceId],
      );
    }
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** Leaderboard, ranks, levels and members by points, in a large space compared with a hundredth of its size. */
export async function benchLeaderboard(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const folder = join(options.dataDir, 'points-3');
  const done = join(folder, 'generated');
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  if (!existsSync(done)) {
    process.stdout.write('Generating a database of 10,000 members and 500,000 points (once) ...\n');
    await fill(postgres.url);
    writeFileSync(done, '');
  }
  const hearth = await startHearth({ databaseUrl: postgres.url, dataDir: options.dataDir }, options.port);
  const load = startChild<LoadChild>('load-child.ts');
  try {
    const cookie = await hearth.signIn(viewer);
    const paths: Record<string, string> = {
      'leaderboard, 7 days': 'leaderboard?period=7d',
      'leaderboard, 30 days': 'leaderboard?period=30d',
      'leaderboard, all time': 'leaderboard?period=all',
      'members, most points first': 'members?sort=points',
      'members of a level': 'members?level=3',
      'how levels work': 'levels',
    };
    const ids = new Map<string, string>();
    const { rows } = await client.query<{ id: string; subdomain: string }>(
      'select id, subdomain from spaces',
    );
    for (const row of rows) ids.set(row.subdomain, row.id);
    const table: string[][] = [];
    for (const [name, path] of Object.entries(paths)) {
      const perSecond = spaces.map((): number[] => []);
      const latency = spaces.map((): number[] => []);
      for (let round = 0; round <= options.rounds; round += 1) {
        for (const [index, { subdomain }] of spaces.entries()) {
          const result = await load.call('run', {
            url: `${hearth.url}/api/spaces/${ids.get(subdomain)}/${path}`,
            connections,
            seconds: round > 0 ? options.seconds : 1,
            headers: { cookie },
          });
          if (result.failures > 0) throw new Error(`${result.failures} requests failed: ${path}`);
          if (round === 0) continue;
          perSecond[index]?.push(result.perSecond);
          latency[index]?.push(result.median);
        }
      }
      const [small = 0, large = 0] = perSecond.map((values) => median(values));
      const ratio = small / large;
      table.push([
        name,
        figure(small),
        figure(large),
        ratio.toFixed(2),
        verdict(ratio <= 1.3),
        latency.map((values) => figure(median(values))).join(' / '),
      ]);
    }
    printTable(
      `Points (JSON, ${connections} connections, responses per second, median of ${options.rounds} rounds)`,
      [
        '',
        '100 members, 5,000 points',
        '10,000 members, 500,000 points',
        'cost ratio',
        '<= 1.3',
        'ms median',
      ],
      table,
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    await load.stop();
    await hearth.stop();
    await client.end();
    await postgres.stop();
  }
}
