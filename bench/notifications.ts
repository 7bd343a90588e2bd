import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { listNotifications } from '#server/features/notifications/entries.queries.ts';
import { defaultPool } from '#server/platform/config.ts';
import { createPool } from '#server/platform/db/database.ts';
import type { DB } from '#server/platform/db/schema.gen.ts';
import type { BareQuery } from './bare/bare-query.ts';
import type { BenchOptions } from './options.ts';
import { startChild } from './processes/child.ts';
import type { LoadChild } from './processes/load-child.ts';
import { describeMachine, figure, median, medianRatio, percentile, printTable, verdict } from './results.ts';
import { type RunningHearth, startHearth } from './setup/bench-database.ts';
import { type Crowds, crowdSubdomain, openCrowds } from './setup/crowd.ts';
import { emailOf } from './setup/generate.ts';

const connections = 32;
/** Announcements that are measured in each round. */
const announcements = 5;
/** Requests of others that are in flight all the time, and the milliseconds between two of each. */
const others = 4;
const otherEvery = 10;
/** How many more milliseconds the 99th percentile of others may take. */
const maxSlower = 10;
const maxSeconds = 2;

interface Scene {
  hearth: RunningHearth;
  crowd: Crowds;
  spaceId: string;
  owner: string;
  reader: string;
}

/** Requests a feed and a list again and again until `done` resolves. Returns the milliseconds of each response. */
async function requestMeanwhile(
  { hearth, spaceId, reader }: Scene,
  done: Promise<unknown>,
): Promise<number[]> {
  let isDone = false;
  void done.finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  const paths = [`/api/spaces/${spaceId}/posts`, '/api/notifications', '/api/notifications/unread-count'];
  const loop = async (first: number): Promise<void> => {
    for (let n = first; !isDone; n += 1) {
      const began = performance.now();
      const response = await fetch(hearth.url + paths[n % paths.length], { headers: { cookie: reader } });
      await response.text();
      if (!response.ok) throw new Error(`A request was refused: ${response.status}`);
      times.push(performance.now() - began);
      await pause(otherEvery);
    }
  };
  await Promise.all(Array.from({ length: others }, (_, n) => loop(n)));
  return times;
}

/** Publishes an announcement. Returns the milliseconds until it is in everyone's list, and the number of recipients. */
async function announce({
  hearth,
  crowd,
  spaceId,
  owner,
}: Scene): Promise<{ took: number; recipients: number }> {
  const began = performance.now();
  const response = await fetch(`${hearth.url}/api/spaces/${spaceId}/posts`, {
    method: 'POST',
    headers: { cookie: owner, 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: crypto.randomUUID(),
      title: 'An announcement to measure',
      body: '<p>To everyone.</p>',
      post_type: 'announcement',
    }),
  });
  if (!response.ok)
    throw new Error(`The announcement was refused: ${response.status} ${await response.text()}`);
  const { post } = (await response.json()) as { post: { id: string } };
  for (;;) {
    const { rows } = await crowd.client('large').query<{ recipients: string; is_done: boolean }>(
      `select coalesce((select sum(cardinality(r.user_ids)) from notification_broadcasts b
          join notification_broadcast_recipients r on r.broadcast_id = b.id where b.target_id = $1), 0) as recipients,
        not exists (select from post_fanouts f where f.post_id = $1) as is_done`,
      [post.id],
    );
    if (rows[0]?.is_done) return { took: performance.now() - began, recipients: Number(rows[0].recipients) };
    await pause(20);
  }
}

async function measureAnnouncements(options: BenchOptions, scene: Scene): Promise<string[][]> {
  const took: number[] = [];
  const calm: number[] = [];
  const busy: number[] = [];
  let recipients = 0;
  for (let n = 0; n <= options.rounds * announcements; n += 1) {
    const before = await requestMeanwhile(scene, pause(1_000));
    const announcing = announce(scene);
    const meanwhile = await requestMeanwhile(scene, announcing);
    const result = await announcing;
    // The first one is a warm-up.
    if (n === 0) continue;
    calm.push(...before);
    busy.push(...meanwhile);
    took.push(result.took / 1000);
    recipients = result.recipients;
  }
  const slower = percentile(busy, 0.99) - percentile(calm, 0.99);
  const slowest = Math.max(...took);
  return [
    [`in ${recipients.toLocaleString('en')} lists, s, median`, figure(median(took)), String(maxSeconds), ''],
    ['slowest', figure(slowest), String(maxSeconds), verdict(slowest <= maxSeconds)],
    ['requests of others, 99 %, ms, without', figure(percentile(calm, 0.99)), '', ''],
    ['meanwhile', figure(percentile(busy, 0.99)), `+ ${maxSlower}`, verdict(slower <= maxSlower)],
  ];
}

/** Returns the statement of the first page of a list, as it is sent to PostgreSQL. */
async function listStatement(databaseUrl: string, userId: string) {
  const seen: { text: string; values: unknown[] }[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: createPool(databaseUrl, 1) }),
    log: ({ query }) => {
      seen.push({ text: query.sql, values: [...query.parameters] });
    },
  });
  const everything = { only_space_id: undefined, inside_space_id: undefined, is_snoozed: false };
  const first = { ...everything, after: null, limit: 26 };
  await listNotifications(db, userId, first);
  await db.destroy();
  const [statement] = seen;
  if (!statement) throw new Error('The list sent no statement to the database');
  return statement;
}

async function measureList(options: BenchOptions, { hearth, crowd, reader }: Scene): Promise<string[]> {
  const load = startChild<LoadChild>('load-child.ts');
  const query = startChild<BareQuery>('../bare/bare-query.ts');
  const { databaseUrl } = crowd.paths('large');
  const { rows } = await crowd
    .client('large')
    .query<{ id: string }>('select id from users where email = $1', [emailOf(2)]);
  const statement = await listStatement(databaseUrl, rows[0]?.id ?? '');
  const ours: number[] = [];
  const bare: number[] = [];
  try {
    for (let round = 0; round <= options.rounds; round += 1) {
      const { seconds } = options;
      const url = `${hearth.url}/api/notifications`;
      const result = await load.call('run', { url, connections, seconds, headers: { cookie: reader } });
      if (result.failures > 0) throw new Error(`${result.failures} requests failed`);
      const run = {
        databaseUrl,
        poolSize: defaultPool,
        loops: connections,
        seconds,
        statements: [statement],
      };
      const limit = await query.call('run', { ...run, transaction: false });
      if (round === 0) continue;
      ours.push(result.perSecond);
      bare.push(limit.perSecond);
    }
  } finally {
    await Promise.all([load.stop(), query.stop()]);
  }
  const ratio = medianRatio(ours, bare);
  const isFast = ratio >= 0.7 || median(ours) >= 1_500;
  return [figure(median(ours)), figure(median(bare)), ratio.toFixed(2), verdict(isFast)];
}

/**
 * Writes notifications of every member, so that lists aren't short, and deletes what earlier runs left: their announcements, and the
 * emails that would be sent meanwhile.
 */
async function fillLists(crowd: Crowds, spaceId: string): Promise<void> {
  await crowd.client('large').query(
    `truncate notification_broadcasts, notification_deliveries cascade;
     delete from jobs.job where name = 'send-email';
     delete from notifications;
     insert into notification_counts (user_id) select id from users on conflict do nothing;
     insert into notifications (id, user_id, space_id, type, target_type, target_id, version, created_at, batch_updated_at,
       expires_at, params, read)
     select gen_random_uuid(), m.user_id, m.space_id, 'space_join', 'space', m.space_id, 1, at, at,
       at + interval '90 days', '{"event": "joined"}', true
     from space_members m, generate_series(1, 30) n, lateral (select now() - n * interval '1 day' as at) times
     where m.space_id = '${spaceId}'`,
  );
  await crowd.client('large').query('vacuum (analyze) notifications');
}

/** Announcements to 10,000 members, and the list of someone in 60 spaces who has got them. */
export async function benchNotifications(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const crowd = await openCrowds(options.dataDir);
  const hearth = await startHearth(crowd.paths('large'), options.port);
  try {
    const { rows } = await crowd
      .client('large')
      .query<{ id: string }>('select id from spaces where subdomain = $1', [crowdSubdomain]);
    const [owner, reader] = await Promise.all([hearth.signIn(1), hearth.signIn(2)]);
    const scene = { hearth, crowd, spaceId: rows[0]?.id ?? '', owner, reader };
    await fillLists(crowd, scene.spaceId);
    const announced = await measureAnnouncements(options, scene);
    printTable('An announcement to all members', ['', 'Hearth', 'limit', 'reached'], announced);
    printTable(
      `The list of someone in 60 spaces (${connections} connections, pages per second)`,
      ['Hearth', 'bare query', 'ratio', '>= 0.7 or 1,500'],
      [await measureList(options, scene)],
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    await hearth.stop();
    await crowd.stop();
  }
}
