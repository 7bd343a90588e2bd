import type { BareQuery } from './bare-query.ts';
import { startChild } from './child.ts';
import type { LoadChild } from './load-child.ts';
import type { BenchOptions } from './options.ts';
import { describeMachine, figure, median, medianRatio, printTable } from './report.ts';
import { openWorld, startHearth, type World } from './world.ts';

const connections = 32;
const poolSize = 20;
/** Nobody comments on one post only: these are written to in turn. */
const postCount = 200;
const text = 'The second print came out well once the water was at the right temperature. '.repeat(2).trim();

/** What writing one comment must do at the least: the row, its event in the outbox, the post's totals. */
function leastStatements(userId: string, spaceId: string): { text: string; values: unknown[] }[] {
  return [
    {
      text: `insert into post_comments (id, space_id, post_id, user_id, client_id, thread_id, body, created_at)
        values ($1, $2, $3, $4, $1, $1, $5, now())`,
      values: ['%id%', spaceId, '%row%', userId, `<p>${text}</p>`],
    },
    {
      text: `insert into live_events (topic, type, payload) values ('post:' || $1, 'comment.created', $2)`,
      values: ['%row%', JSON.stringify({ comment: { body: text } })],
    },
    {
      text: `update posts set comment_count = comment_count + 1, last_activity_at = now(), version = version + 1
        where id = $1::uuid`,
      values: ['%row%'],
    },
  ];
}

/** Comments written a second, beside the bare transaction that a comment comes to. */
export async function benchComment(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const world = await openWorld(options.dataDir);
  const hearth = await startHearth(world, options.port, { profileDir: options.profileDir });
  const query = startChild<BareQuery>('bare-query.ts');
  const load = startChild<LoadChild>('load-child.ts');
  try {
    // The owner: members may write sixty comments an hour.
    const cookie = await hearth.signIn(1);
    const spaceId = await world.spaceId(100_000);
    const { rows } = await world.client.query<{ id: string; owner_id: string }>(
      `select p.id, s.owner_id from posts p join spaces s on s.id = p.space_id
       where p.space_id = $1 order by p.created_at desc limit ${postCount}`,
      [spaceId],
    );
    const posts = rows.map((row) => row.id);
    const statements = leastStatements(rows[0]?.owner_id ?? '', spaceId);
    const ours: number[] = [];
    const bare: number[] = [];
    const latency: number[] = [];
    const late: number[] = [];
    for (let round = 0; round <= options.rounds; round++) {
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
        databaseUrl: world.databaseUrl,
        poolSize,
        loops: connections,
        seconds,
        statements,
        transaction: true,
        rows: posts,
      });
      await forgetComments(world);
      if (round === 0) continue;
      ours.push(result.perSecond);
      latency.push(result.median);
      late.push(result.p97);
      bare.push(limit.perSecond);
    }
    printTable(
      `Create a comment (${connections} connections, a second, median of ${options.rounds} rounds)`,
      ['', 'Hearth', 'bare transaction', 'of the limit', 'ms median / 97.5 %'],
      [
        [
          'comment',
          figure(median(ours)),
          figure(median(bare)),
          medianRatio(ours, bare).toFixed(2),
          `${figure(median(latency))} / ${figure(median(late))}`,
        ],
      ],
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    await Promise.all([load.stop(), query.stop()]);
    await hearth.stop();
    await world.stop();
  }
}

/** Takes away what a round wrote, so that the next one finds what this one found. */
async function forgetComments(world: World): Promise<void> {
  // Nothing hangs on these comments; looking for it below each of them, as a deletion does, would take minutes.
  await world.client.query(`begin; set local session_replication_role = replica;
    with gone as (
      delete from post_comments where body = '<p>${text}</p>' returning post_id
    ), by_post as (select post_id, count(*) as n from gone group by post_id)
    update posts set comment_count = comment_count - n from by_post where id = post_id;
    commit`);
  await world.client.query('delete from live_events where seq is not null');
  await world.client.query('vacuum post_comments, posts, live_events');
}
