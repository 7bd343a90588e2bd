import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createTestClient, type TestClient } from '#testing/client.ts';
import { newEvent } from '#testing/events.ts';
import { newSpace, signUp } from '#testing/people.ts';
import type { BenchOptions } from './options.ts';
import { describeMachine, figure, percentile, printTable } from './results.ts';
import { mountDisk } from './soak/disk.ts';
import { type Fault, faults } from './soak/faults.ts';
import { type LiveCrowd, openCrowd } from './soak/live-clients.ts';
import { Product } from './soak/product.ts';
import { recount } from './soak/recount.ts';
import { type Ledger, type Scene, startWriters, type Writer } from './soak/writers.ts';

const writerCount = 8;
const clientCount = 200;
/** The capacity of the event: fewer than the writers, so that some are on the waitlist. */
const seats = 3;
/** How long after the end of a fault a request may still get a 503, in milliseconds. */
const recoveryLimit = 2_000;
/** How long the live clients may take to catch up after that, in milliseconds. */
const catchUpLimit = 30_000;
/** How often one run of the server restarts the database, see tools/postgres/postgres-supervise.ts. */
const maxRestarts = 3;
/** How long jobs that run once a minute may take at the end, in milliseconds. */
const jobsLimit = 120_000;

interface Episode {
  name: string;
  began: number;
  /** When the database and the server were reachable again. */
  restored: number;
  unavailable: number;
  unreachable: number;
  /** Milliseconds from `restored` to the end of the last request that failed because of the fault. */
  lastFailure: number;
  catchUp: number;
  violations: string[];
}

async function signUpWriters(url: string): Promise<{ writers: Writer[]; scene: Scene }> {
  const server = { client: () => createTestClient(() => url) };
  const people = [];
  for (let n = 0; n < writerCount; n += 1) people.push(await signUp(server));
  const [owner, ...others] = people;
  if (!owner) throw new Error('There are no writers');
  const space = await newSpace(owner);
  const other = await newSpace(await signUp(server));
  for (const person of others) await person.call('public_join_space', { space_id: space.id });
  const event = await newEvent(owner, space, { capacity: seats });
  for (const person of people.slice(1, writerCount / 2)) {
    await owner.call('set_member_role', { space_id: space.id, user_id: person.user.id, role: 'admin' });
  }
  return {
    writers: people.map((client, index) => ({
      client,
      userId: client.user.id,
      isAdmin: index < writerCount / 2,
    })),
    scene: { spaceId: space.id, otherSpaceId: other.id, eventId: event.id },
  };
}

/** Chooses a random fault, each equally often, without more database restarts than the server allows. */
function chooseFault(bag: Fault[], restarts: number): Fault {
  if (bag.length === 0) bag.push(...faults.toSorted(() => Math.random() - 0.5));
  const at = bag.findIndex((fault) => restarts + fault.restarts <= maxRestarts);
  return (at === -1 ? faults[0] : bag.splice(at, 1)[0]) as Fault;
}

/** Creates a post while nothing else runs, and waits until every live client has it. Returns the duration. */
async function catchUp(
  writer: TestClient,
  scene: Scene,
  crowd: LiveCrowd,
  violations: string[],
): Promise<number> {
  const began = performance.now();
  const { post } = await writer.call('create_post', {
    space_id: scene.spaceId,
    client_id: crypto.randomUUID(),
    title: 'A mark',
    body: '<p>Here.</p>',
    upload_ids: [],
  });
  while (crowd.without(post.id) > 0) {
    if (performance.now() - began > catchUpLimit) {
      violations.push(`${crowd.without(post.id)} live clients didn't catch up`);
      break;
    }
    await delay(50);
  }
  return performance.now() - began;
}

/** Checks the responses of an episode: only successes and, while the fault lasts, 503 or no connection. */
function checkEpisode(episode: Episode, { outcomes }: Ledger): void {
  const during = outcomes.filter(({ ended }) => ended >= episode.began);
  for (const { operation, status, code, began, ended } of during) {
    if (status >= 200 && status < 300) continue;
    if (status === 503) episode.unavailable += 1;
    else if (status === 0) episode.unreachable += 1;
    else {
      episode.violations.push(`${operation}: ${status} ${code}`);
      continue;
    }
    episode.lastFailure = Math.max(episode.lastFailure, ended - episode.restored);
    if (began > episode.restored + recoveryLimit) {
      const late = Math.round(began - episode.restored);
      episode.violations.push(`${operation}: ${status} for a request ${late} ms after the end of the fault`);
    }
  }
}

async function connect(product: Product): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: product.databaseUrl(), application_name: 'soak' });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function recountNow(product: Product, ledger: Ledger): Promise<string[]> {
  const client = await connect(product);
  try {
    return await recount(client, ledger);
  } finally {
    await client.end();
  }
}

/** Waits for the jobs of a minute: logs are aggregated, and everyone is notified of every post. Returns what is left. */
async function findUnfinishedJobs(product: Product): Promise<string[]> {
  const client = await connect(product);
  const findUnfinished = async () =>
    (
      await client.query<{ text: string }>(
        `select 'posts without notifications: ' || count(*) as text from post_fanouts having count(*) > 0
         union all select 'entries of the activity log: ' || count(*) from user_activity_log having count(*) > 0
         union all select 'events without a number: ' || count(*) from live_events where seq is null having count(*) > 0
         union all select 'jobs that started and did not end: ' || string_agg(name || ' since ' || started_on, ', ') from jobs.job
           where state = 'active' and name not like '\\_\\_pgboss%' having count(*) > 0`,
      )
    ).rows.map(({ text }) => text);
  try {
    for (const until = performance.now() + jobsLimit; ; ) {
      const left = await findUnfinished();
      if (left.length === 0 || performance.now() > until) return left;
      await delay(1_000);
    }
  } finally {
    await client.end();
  }
}

function report(
  episodes: Episode[],
  options: BenchOptions,
  disk: string,
  ledger: Ledger,
  crowd: LiveCrowd,
): void {
  const names = [...new Set(episodes.map(({ name }) => name))];
  const seconds = (ms: number[]) => (ms.length === 0 ? '-' : figure(Math.max(...ms) / 1000));
  printTable(
    `Soak of ${options.minutes} minutes: ${writerCount} writers, ${clientCount} live clients, disk of ${disk}`,
    [
      'fault',
      'times',
      'longest (s)',
      '503',
      'no connection',
      'last failure after (s)',
      'live caught up (s)',
      'violations',
    ],
    names.map((name) => {
      const of = episodes.filter((episode) => episode.name === name);
      const sum = (key: 'unavailable' | 'unreachable') =>
        String(of.reduce((total, episode) => total + episode[key], 0));
      return [
        name,
        String(of.length),
        seconds(of.map(({ began, restored }) => restored - began)),
        sum('unavailable'),
        sum('unreachable'),
        seconds(of.map(({ lastFailure }) => Math.max(0, lastFailure))),
        seconds(of.map((episode) => episode.catchUp)),
        String(of.reduce((total, { violations }) => total + violations.length, 0)),
      ];
    }),
  );
  const good = ledger.outcomes.filter(({ status }) => status >= 200 && status < 300);
  const { reconnects, refetches } = crowd.counts();
  process.stdout.write(
    `\n${good.length} successful requests (median ${figure(
      percentile(
        good.map(({ began, ended }) => ended - began),
        0.5,
      ),
    )} ms), ${ledger.posts.size} posts, ${ledger.comments.size} comments and ${ledger.uploads.length} files acknowledged; live clients connected again ${reconnects} times and fetched everything ${refetches} times.\n`,
  );
}

/**
 * Runs writers and live clients while the server, the database and the disk fail at random. After every fault, everything
 * that was acknowledged must exist once, every count must be right, and live clients must show the same as a fetch. Exits
 * with code 1 if any of that fails, or a response is neither a success nor a 503 during a fault.
 */
export async function benchSoak(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const folder = mkdtempSync(join(tmpdir(), 'hearth-soak-'));
  chmodSync(folder, 0o755);
  const disk = mountDisk(folder);
  const product = new Product(disk.path, options.port);
  const episodes: Episode[] = [];
  const others: string[] = [];
  try {
    await product.start();
    const { writers, scene } = await signUpWriters(product.url);
    const ledger: Ledger = {
      outcomes: [],
      posts: new Map(),
      comments: new Map(),
      uploads: [],
      choices: new Map(),
    };
    const people = writers.map(({ client }) => client);
    const crowd = await openCrowd(product.url, people, { ...scene, count: clientCount });
    const writing = startWriters(writers, scene, ledger);
    const [owner] = people as [TestClient];
    const bag: Fault[] = [];
    let restarts = 0;
    for (const until = performance.now() + options.minutes * 60_000; performance.now() < until; ) {
      await delay(4_000 + Math.random() * 4_000);
      const fault = chooseFault(bag, restarts);
      restarts = fault === faults[0] ? 0 : restarts + fault.restarts;
      const episode: Episode = {
        name: fault.name,
        began: performance.now(),
        restored: 0,
        unavailable: 0,
        unreachable: 0,
        lastFailure: 0,
        catchUp: 0,
        violations: [],
      };
      episodes.push(episode);
      process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${fault.name} ... `);
      await fault.run(product, disk);
      episode.restored = performance.now();
      await delay(recoveryLimit + 2_000);
      await writing.hold();
      checkEpisode(episode, ledger);
      episode.catchUp = await catchUp(owner, scene, crowd, episode.violations);
      episode.violations.push(...(await crowd.compare()), ...(await recountNow(product, ledger)));
      writing.release();
      process.stdout.write(
        `${figure((episode.restored - episode.began) / 1000)} s, ${episode.unavailable} times 503, ${episode.violations.length} violations\n`,
      );
      for (const violation of episode.violations.slice(0, 10)) process.stdout.write(`  ${violation}\n`);
      if (product.unexpectedEnds.length > 0) break;
    }
    await writing.stop();
    others.push(...(await findUnfinishedJobs(product)), ...(await recountNow(product, ledger)));
    crowd.close();
    report(episodes, options, disk.kind, ledger, crowd);
  } catch (error) {
    others.push(`The soak couldn't continue: ${error instanceof Error ? error.message : error}`);
  } finally {
    others.push(
      ...product.unexpectedEnds,
      ...product.lines.filter((line) => line.includes('"level":50') || line.includes('"level":60')),
    );
    await product.stop();
    disk.remove();
    rmSync(folder, { recursive: true, force: true });
  }
  const warnings = product.lines.filter((line) => line.includes('"level":40')).length;
  const sentences = product.lines.filter((line) => line.startsWith('The database '));
  process.stdout.write(
    `\n${sentences.map((line) => `- ${line}\n`).join('')}${warnings} warnings in the log.\n${machine}\n`,
  );
  for (const line of others.slice(0, 20)) process.stdout.write(`Violation: ${line.slice(0, 600)}\n`);
  const count = others.length + episodes.reduce((total, { violations }) => total + violations.length, 0);
  process.stdout.write(`\n${count === 0 ? 'No violation.' : `${count} violations.`}\n`);
  if (count > 0) process.exitCode = 1;
}
