import type pg from 'pg';
import type { BenchOptions } from './options.ts';
import { describeMachine, figure, percentile, printTable, verdict } from './results.ts';
import { openBenchDatabase, startHearth } from './setup/bench-database.ts';
import { memberCount } from './setup/generate.ts';

const turns = 150;
const warmUp = 30;
const limit = 1.3;
/** Comments in the whole database, and on the two posts that are compared. */
const totalComments = 500_000;
const sizes = { small: 20, large: 2_000 } as const;
type SizeName = keyof typeof sizes;
const slugOf = (name: SizeName) => `conversation-of-${sizes[name]}`;

const requests = [
  { label: 'the post', path: (id: string) => `/api/posts/${id}` },
  { label: 'comments, oldest first', path: (id: string) => `/api/posts/${id}/comments` },
  { label: 'comments, newest first', path: (id: string) => `/api/posts/${id}/comments?order=newest` },
] as const;

/** Inserts `count` comments for each of these posts; every fourth is a reply to the one before it. */
async function insertComments(client: pg.Client, posts: string, count: number): Promise<void> {
  await client.query(
    `insert into post_comments (id, space_id, post_id, user_id, client_id, thread_id, parent_id, body, created_at)
     select id, space_id, post_id, user_id, gen_random_uuid(), case when k % 4 = 0 then before else id end,
       case when k % 4 = 0 then before end, '<p>Comment ' || k || ' of a long talk.</p>', at
     from (
       select *, lag(id) over (partition by post_id order by k) as before from (
         select k, uuidv7(p.created_at - now() + make_interval(secs => k)) as id, p.space_id, p.id as post_id,
           people.id as user_id, p.created_at + make_interval(secs => k) as at
         from (${posts}) p cross join generate_series(1, ${count}) k
         join people on people.n = k % ${memberCount}) made) linked`,
  );
}

/** Creates the two posts and half a million other comments, once. */
async function ensureComments(client: pg.Client, spaceId: string): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from posts where space_id = $1 and slug = any($2)`,
    [spaceId, [slugOf('small'), slugOf('large')]],
  );
  if (rows[0]?.count === 2) return;
  process.stdout.write(`Generating ${totalComments.toLocaleString('en')} comments (once) ...\n`);
  await client.query('set session_replication_role = replica; set synchronous_commit = off; begin');
  await client.query(
    'create temp table people on commit drop as select id, row_number() over (order by id) - 1 as n from users',
  );
  await insertComments(
    client,
    `select id, space_id, created_at from posts where space_id = '${spaceId}' and comment_count = 0
     order by created_at desc limit ${totalComments / 10}`,
    10,
  );
  for (const name of Object.keys(sizes) as SizeName[]) {
    await client.query(
      `insert into posts (id, space_id, user_id, category_id, client_id, slug, title, body, excerpt, comment_count,
         last_activity_at, created_at, updated_at)
       select uuidv7(interval '-40 days'), space_id, user_id, category_id, gen_random_uuid(), $2, title, body, excerpt, $3,
         now() - interval '40 days', now() - interval '40 days', now() - interval '40 days'
       from posts where space_id = $1 order by created_at limit 1`,
      [spaceId, slugOf(name), sizes[name]],
    );
    await insertComments(
      client,
      `select id, space_id, created_at from posts where space_id = '${spaceId}' and slug = '${slugOf(name)}'`,
      sizes[name],
    );
  }
  await client.query('commit; set session_replication_role = origin; reset synchronous_commit');
  await client.query('vacuum (analyze) post_comments');
}

/** A post with its first comments: one of 2,000 and one of 20, among half a million comments. */
export async function benchPost(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const database = await openBenchDatabase(options.dataDir);
  const spaceId = await database.spaceId(100_000);
  await ensureComments(database.client, spaceId);
  const hearth = await startHearth(database, options.port, { profileDir: options.profileDir });
  try {
    const cookie = await hearth.signIn(7);
    const names = Object.keys(sizes) as SizeName[];
    const ids = await Promise.all(
      names.map(async (name) => {
        const { rows } = await database.client.query<{ id: string }>(
          'select id from posts where space_id = $1 and slug = $2',
          [spaceId, slugOf(name)],
        );
        return rows[0]?.id ?? '';
      }),
    );
    const rows: string[][] = [];
    for (const { label, path } of requests) {
      const times = names.map((): number[] => []);
      for (let turn = -warmUp; turn < options.rounds * turns; turn++) {
        for (const [index, id] of ids.entries()) {
          const began = performance.now();
          const response = await fetch(hearth.url + path(id), { headers: { cookie } });
          await response.arrayBuffer();
          if (!response.ok) throw new Error(`${label}: ${response.status}`);
          if (turn >= 0) times[index]?.push(performance.now() - began);
        }
      }
      const [small = Number.NaN, large = Number.NaN] = times.map((values) => percentile(values, 0.25));
      const ratio = large / small;
      rows.push([label, figure(small), figure(large), ratio.toFixed(2), verdict(ratio <= limit)]);
    }
    printTable(
      `A post and its comments (ms, first quartile of ${options.rounds * turns} alternating requests, among 500,000 comments)`,
      ['', '20 comments', '2,000 comments', 'ratio', `<= ${limit}`],
      rows,
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    await hearth.stop();
    await database.stop();
  }
}
