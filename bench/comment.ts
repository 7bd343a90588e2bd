import { defaultPool } from '#server/platform/config.ts';
import type { BareQuery } from './bare/bare-query.ts';
import type { BenchOptions } from './options.ts';
import { startChild } from './processes/child.ts';
import type { LoadChild } from './processes/load-child.ts';
import { describeMachine, figure, median, medianRatio, printTable } from './results.ts';
import { type BenchDatabase, openBenchDatabase, startHearth } from './setup/bench-database.ts';

/** Comments go to this many posts in turn, as in real use, and to one post, whose row each of them locks. */
const cases = [
  { label: '200 posts in turn', posts: 200, connections: 32 },
  { label: 'one post', posts: 1, connections: 8 },
];
const text = 'The second print came out well once the water was at the right temperature. '.repeat(2).trim();

interface Measured {
  ours: number[];
  bare: number[];
  median: number[];
  p99: number[];
}

/** The minimum of creating a comment: the row, its live event, the post's totals. */
function minimalStatements(userId: string, spaceId: string): { text: string; values: unknown[] }[] {
  return [
    {
      text: `insert into post_comments (id, space_id, post_id, user_id, client_id, thread_id, body, created_at)
        values ($1, $2, $3, $4, $1, $1, $5, now())`,
      values: ['%id%', spaceId, '%row%', userId, `<p>${text}</p>`],
    },
    {
      text: `insert into live_events (channel, type, payload) values ('post:' || $1, 'comment.created', $2)`,
      values: ['%row%', JSON.stringify({ comment: { body: text } })],
    },
    {
      text: `update posts set comment_count = comment_count + 1, last_activity_at = now(), version = version + 1
        where id = $1::uuid`,
      values: ['%row%'],
    },
  ];
}

/** Comments created per second, compared with the bare transaction of a comment. */
export async function benchComment(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const database = await openBenchDatabase(options.dataDir);
  const hearth = await startHearth(database, options.port, { profileDir: options.profileDir });
  const query = startChild<BareQuery>('../bare/bare-query.ts');
  const load = startChild<LoadChild>('load-child.ts');
  try {
    // The owner: members may create only sixty comments an hour.
    const cookie = await hearth.signIn(1);
    const spaceId = await database.spaceId(100_000);
    const { rows } = await database.client.query<{ id: string; owner_id: string }>(
      `select p.id, s.owner_id from posts p join spaces s on s.id = p.space_id
       where p.space_id = $1 order by p.created_at desc limit ${Math.max(...cases.map(({ posts }) => posts))}`,
      [spaceId],
    );
    const statements = minimalStatements(rows[0]?.owner_id ?? '', spaceId);
    const measured = cases.map(() => ({ ours: [], bare: [], median: [], p99: [] }) as Measured);
    for (let round = 0; round <= options.rounds; round++)
      for (const [index, { posts: count, connections }] of cases.entries()) {
        const posts = rows.slice(0, count).map((row) => row.id);
        const seconds = round > 0 ? options.seconds : 2;
        const result = await load.call('run', {
          url: hearth.url,
          connections,
          seconds,
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json' },
          paths: posts.map((id) => `/api/posts/${id}/comments`),
          body: JSON.stringify({ client_id: '%id%', body: `<p>${text}</p>` }),
        });
        if (result.failures > 0) throw new Error(`${result.failures} comments failed`);
        const limit = await query.call('run', {
          databaseUrl: database.databaseUrl,
          poolSize: defaultPool,
          loops: connections,
          seconds,
          statements,
          transaction: true,
          rows: posts,
        });
        await deleteComments(database);
        const into = measured[index];
        if (round === 0 || !into) continue;
        into.ours.push(result.perSecond);
        into.bare.push(limit.perSecond);
        into.median.push(result.median);
        into.p99.push(result.p99);
      }
    printTable(
      `Create a comment (per second, median of ${options.rounds} rounds)`,
      ['', 'connections', 'Hearth', 'bare transaction', 'ratio to limit', 'ms median / 99 %'],
      cases.map(({ label, connections }, index) => {
        const { ours, bare, ...latency } = measured[index] as Measured;
        return [
          label,
          String(connections),
          figure(median(ours)),
          figure(median(bare)),
          medianRatio(ours, bare).toFixed(2),
          `${figure(median(latency.median))} / ${figure(median(latency.p99))}`,
        ];
      }),
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    await Promise.all([load.stop(), query.stop()]);
    await hearth.stop();
    await database.stop();
  }
}

/** Deletes the comments of a round, so that every round starts with the same data. */
async function deleteComments(database: BenchDatabase): Promise<void> {
  // Skips the foreign key checks: nothing refers to these comments, and checking that for each would take minutes.
  await database.client.query(`begin; set local session_replication_role = replica;
    with deleted as (
      delete from post_comments where body = '<p>${text}</p>' returning post_id
    ), by_post as (select post_id, count(*) as n from deleted group by post_id)
    update posts set comment_count = comment_count - n from by_post where id = post_id;
    commit`);
  await database.client.query('delete from live_events where seq is not null');
  await database.client.query('vacuum post_comments, posts, live_events');
}
