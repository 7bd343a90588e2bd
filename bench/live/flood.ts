import { setTimeout as pause } from 'node:timers/promises';
import type { BenchOptions } from '../options.ts';
import { type Child, startChild } from '../processes/child.ts';
import type { FloodChild, FloodKind } from '../processes/flood-child.ts';
import { describeMachine, figure, median, percentile, printTable, verdict } from '../results.ts';
import {
  type BenchDatabase,
  openBenchDatabase,
  type RunningHearth,
  signInAt,
  startHearth,
} from '../setup/bench-database.ts';

/** API requests per second, sent at fixed times whether or not earlier ones have completed. */
const probesPerSecond = 50;
/** The users who send them in turn, each from their own address. */
const visitors = 10;
/** The events of the flooded space, which a client can request again. */
const missedEvents = 400;
const kinds: FloodKind[] = ['subscribes', 'resumes', 'large frames'];

const addressOf = (n: number) => `203.0.${Math.floor(n / 250)}.${1 + (n % 250)}`;

/** Sends requests for `seconds`. Returns the duration of each in milliseconds. Throws if one is rejected. */
async function probe(url: string, cookies: string[], path: string, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const began = performance.now();
  const sent: Promise<void>[] = [];
  for (let n = 0; n < seconds * probesPerSecond; n += 1) {
    await pause(Math.max(0, began + (n * 1000) / probesPerSecond - performance.now()));
    const at = performance.now();
    const headers = { cookie: cookies[n % cookies.length] ?? '', 'x-forwarded-for': addressOf(n % visitors) };
    const requested = fetch(url + (n % 5 === 0 ? '/api/health' : path), { headers }).then(
      async (response) => {
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`${path} returned ${response.status}`);
        times.push(performance.now() - at);
      },
    );
    sent.push(requested);
  }
  await Promise.all(sent);
  return times;
}

async function measureFlood(
  hearth: RunningHearth,
  flood: Child<FloodChild>,
  attack: Parameters<FloodChild['begin']>[0],
  measure: () => Promise<number[]>,
): Promise<{ times: number[]; cpu: number; messages: number; cuts: number }> {
  await flood.call('begin', attack);
  const measured = await measureServer(hearth, measure);
  const { messages, cuts } = await flood.call('end', undefined);
  return { ...measured, messages, cuts };
}

/** Runs `measure` and adds the processor time of the server, in microseconds. */
async function measureServer(
  hearth: RunningHearth,
  measure: () => Promise<number[]>,
): Promise<{ times: number[]; cpu: number }> {
  const before = await hearth.child.call('usage', undefined);
  const times = await measure();
  const after = await hearth.child.call('usage', undefined);
  return { times, cpu: after.cpu - before.cpu };
}

/** Adds events to a channel, so that a client can request many that it missed. */
async function addEvents(world: BenchDatabase, spaceId: string, channel: string): Promise<void> {
  await world.client.query(
    `insert into live_events (channel, type, payload)
     select $1, 'space.member_count_changed', jsonb_build_object('space_id', $2::text, 'member_count', n, 'text', repeat(md5(n::text), 30))
     from generate_series(1, $3::int) n`,
    [channel, spaceId, missedEvents],
  );
  await world.client.query(
    'select sequence_live_events(array(select distinct channel from live_events where seq is null), true)',
  );
}

/** The sums over all rounds: request times, ratios to the quiet server, processor time in microseconds. */
interface FloodFigures {
  times: number[];
  ratios: number[];
  cpu: number;
  messages: number;
  cuts: number;
}

function printFigures(
  options: BenchOptions,
  quiet: { times: number[]; cpu: number },
  found: Map<string, FloodFigures>,
): void {
  const cell = (times: number[]) => `${figure(median(times))} / ${figure(percentile(times, 0.99))}`;
  const each = options.rounds * options.seconds;
  const share = (microseconds: number) => `${Math.round(microseconds / each / 10_000)} %`;
  const quietWorst = percentile(quiet.times, 0.99);
  printTable(
    `The API beside one live client that floods (${probesPerSecond} requests a second; ms median / 99 %)`,
    [
      '',
      'messages a second',
      'cuts a second',
      'server processor',
      'API ms',
      'to quiet, 99 %',
      'median of rounds',
      '<= 2',
    ],
    [
      ['quiet', '', '', share(quiet.cpu), cell(quiet.times), '', '', ''],
      ...[...found].map(([name, { times, ratios, cpu, messages, cuts }]) => {
        const ratio = percentile(times, 0.99) / quietWorst;
        return [
          name,
          figure(messages / each),
          figure(cuts / each),
          share(cpu),
          cell(times),
          ratio.toFixed(2),
          median(ratios).toFixed(2),
          verdict(median(ratios) <= 2),
        ];
      }),
    ],
  );
}

/** Measures the API while one live client floods the server as fast as it can, and without that client. */
export async function benchFlood(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const world = await openBenchDatabase(options.dataDir);
  const settings = { RATE_LIMITS: 'on', TRUST_PROXY: 'on', LOG_LEVEL: 'error' };
  const hearth = await startHearth(world, options.port, { profileDir: options.profileDir, settings });
  const flood = startChild<FloodChild>('flood-child.ts');
  try {
    const spaceId = await world.spaceId(1_000);
    const channel = `space:${spaceId}`;
    await addEvents(world, spaceId, channel);
    const cookies: string[] = [];
    for (let n = 0; n < visitors; n += 1) cookies.push(await signInAt(hearth.url, 20 + n, addressOf(n)));
    const measure = () => probe(hearth.url, cookies, `/api/spaces/${spaceId}/posts`, options.seconds);

    const quiet = { times: [] as number[], cpu: 0 };
    const found = new Map<string, FloodFigures>();
    for (let round = 0; round <= options.rounds; round += 1) {
      const { times: calm, cpu: calmCpu } = await measureServer(hearth, measure);
      if (round > 0) quiet.times.push(...calm);
      if (round > 0) quiet.cpu += calmCpu;
      for (const [which, kind] of kinds.entries()) {
        for (const isSignedIn of [false, true]) {
          // An address and a user with full budgets.
          const n = 250 + round * 10 + which * 2 + Number(isSignedIn);
          const address = addressOf(n);
          const cookie = isSignedIn ? await signInAt(hearth.url, n, address) : '';
          const attack = { url: hearth.url, address, cookie, kind, channel };
          const { times, cpu, messages, cuts } = await measureFlood(hearth, flood, attack, measure);
          if (round === 0) continue;
          const name = `${kind}, ${isSignedIn ? 'signed in' : 'signed out'}`;
          const sum = found.get(name) ?? { times: [], ratios: [], cpu: 0, messages: 0, cuts: 0 };
          sum.times.push(...times);
          sum.ratios.push(percentile(times, 0.99) / percentile(calm, 0.99));
          found.set(name, {
            ...sum,
            cpu: sum.cpu + cpu,
            messages: sum.messages + messages,
            cuts: sum.cuts + cuts,
          });
        }
      }
    }
    printFigures(options, quiet, found);
    process.stdout.write(`\n${machine}\n`);
  } finally {
    await flood.stop();
    await hearth.stop();
    await world.client.query('delete from live_events where seq is not null');
    await world.stop();
  }
}
