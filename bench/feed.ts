import { Kysely, PostgresDialect } from 'kysely';
import { listFeedPage } from '#server/features/feed/feed.queries.ts';
import { defaultPool } from '#server/platform/config.ts';
import { createPool } from '#server/platform/db/database.ts';
import type { DB } from '#server/platform/db/schema.gen.ts';
import type { BareFastify } from './bare/bare-fastify.ts';
import type { BareQuery } from './bare/bare-query.ts';
import type { BenchOptions } from './options.ts';
import { startChild } from './processes/child.ts';
import type { LoadChild } from './processes/load-child.ts';
import { describeMachine, figure, median, medianRatio, printTable, verdict } from './results.ts';
import { type BenchDatabase, openBenchDatabase, startHearth } from './setup/bench-database.ts';
import { type SpaceSize, spaceSizes } from './setup/generate.ts';

const connections = 32;
/** The number of the generated user who sends the requests. */
const member = 7;

interface Statement {
  text: string;
  values: unknown[];
}

/** Returns the statement that Hearth runs for the first page, as it is sent to PostgreSQL. */
async function feedStatement(database: BenchDatabase, spaceId: string): Promise<Statement> {
  const { rows } = await database.client.query<{ id: string }>('select id from users where email = $1', [
    `member-${member}@bench.example`,
  ]);
  const seen: Statement[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: createPool(database.databaseUrl, 1) }),
    log: ({ query }) => {
      seen.push({ text: query.sql, values: [...query.parameters] });
    },
  });
  const viewer = { user_id: rows[0]?.id ?? '', role: 'member' as const, session_id: '' };
  const first = {
    space_id: spaceId,
    category_id: undefined,
    closed: [],
    sort: 'default' as const,
    period: '7d' as const,
    now: new Date().toISOString(),
    after: null,
    limit: 26,
  };
  await listFeedPage(db, viewer, first, null, []);
  await db.destroy();
  const statement = seen[0];
  if (!statement) throw new Error('The feed sent no statement to the database');
  return statement;
}

interface Figures {
  ours: number[];
  query: number[];
  framework: number[];
  /** Milliseconds: the median and the 97.5th percentile of each round. */
  latency: number[];
  latencyP97: number[];
  /** The server's CPU time per page, in milliseconds. */
  cpu: number[];
}

/** The address of the first page of a space, and the statement that reads it. */
interface FeedPage {
  path: string;
  statement: Statement;
}

/** Fetches the first page of each space, which the bare framework sends, too: by path, with the headers of Hearth. */
async function fetchPages(database: BenchDatabase, url: string, cookie: string) {
  const pages = new Map<SpaceSize, FeedPage>();
  const bodies: Record<string, string> = {};
  let headers: Record<string, string> = {};
  for (const size of spaceSizes) {
    const spaceId = await database.spaceId(size);
    const path = `/api/spaces/${spaceId}/posts`;
    const response = await fetch(url + path, { headers: { cookie } });
    if (!response.ok) throw new Error(`The feed returned ${response.status}`);
    headers = Object.fromEntries(
      [...response.headers].filter(
        ([name]) =>
          !['connection', 'keep-alive', 'date', 'content-length', 'content-encoding'].includes(name),
      ),
    );
    bodies[path] = await response.text();
    pages.set(size, { path, statement: await feedStatement(database, spaceId) });
  }
  return { pages, bodies, headers };
}

/** Prints a row for each space, and how much their sizes matter. */
function printFigures(options: BenchOptions, figures: Map<SpaceSize, Figures>): void {
  const rows = [...figures].map(([size, { ours, query, framework, latency, latencyP97, cpu }]) => {
    const ratio = medianRatio(ours, query, framework);
    return [
      size.toLocaleString('en'),
      ...[ours, query, framework].map((values) => figure(median(values))),
      ratio.toFixed(2),
      verdict(ratio >= 0.5),
      `${figure(median(latency))} / ${figure(median(latencyP97))}`,
      figure(median(cpu)),
    ];
  });
  const medians = spaceSizes.map((size) => median(figures.get(size)?.ours ?? []));
  const spread = Math.max(...medians) / Math.min(...medians);
  printTable(
    `Feed page (JSON, ${connections} connections, pages per second, median of ${options.rounds} rounds)`,
    [
      'posts',
      'Hearth',
      'bare query',
      'bare Fastify',
      'ratio to slower',
      '>= 0.5',
      'ms median / 97.5 %',
      'server CPU ms',
    ],
    rows,
  );
  process.stdout.write(
    `\nSlowest to fastest from 1,000 to 1,000,000 posts: ${spread.toFixed(2)} (at most 1.3: ${verdict(spread <= 1.3)}). `,
  );
}

/** Feed page JSON for a member at 32 connections, compared with the bare query and the bare framework. */
export async function benchFeed(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const database = await openBenchDatabase(options.dataDir);
  const hearth = await startHearth(database, options.port, { profileDir: options.profileDir });
  const query = startChild<BareQuery>('../bare/bare-query.ts');
  const framework = startChild<BareFastify>('../bare/bare-fastify.ts');
  const load = startChild<LoadChild>('load-child.ts');
  try {
    const cookie = await hearth.signIn(member);
    const { pages, bodies, headers } = await fetchPages(database, hearth.url, cookie);
    const barePort = options.port + 1;
    await framework.call('start', { port: barePort, bodies, headers });

    const figures = new Map<SpaceSize, Figures>(
      spaceSizes.map((size) => [
        size,
        { ours: [], query: [], framework: [], latency: [], latencyP97: [], cpu: [] },
      ]),
    );
    for (let round = 0; round <= options.rounds; round++) {
      for (const size of spaceSizes) {
        // The first round is a warm-up.
        const warm = round > 0;
        const seconds = warm ? options.seconds : 2;
        const into = figures.get(size);
        const page = pages.get(size);
        if (!into || !page) throw new Error('unreachable');
        const before = await hearth.child.call('usage', undefined);
        const ours = await load.call('run', {
          url: hearth.url + page.path,
          connections,
          seconds,
          headers: { cookie },
        });
        const used = (await hearth.child.call('usage', undefined)).cpu - before.cpu;
        if (ours.failures > 0) throw new Error(`${ours.failures} requests failed`);
        const bareUrl = `http://127.0.0.1:${barePort}${page.path}`;
        const bare = await load.call('run', { url: bareUrl, connections, seconds, headers: { cookie } });
        const bareQuery = await query.call('run', {
          databaseUrl: database.databaseUrl,
          poolSize: defaultPool,
          loops: connections,
          seconds,
          statements: [page.statement],
          transaction: false,
        });
        if (!warm) continue;
        into.ours.push(ours.perSecond);
        into.cpu.push(used / 1000 / (ours.perSecond * seconds));
        into.latency.push(ours.median);
        into.latencyP97.push(ours.p97);
        into.framework.push(bare.perSecond);
        into.query.push(bareQuery.perSecond);
      }
    }
    printFigures(options, figures);
    process.stdout.write(
      `A page has ${figure(Buffer.byteLength(Object.values(bodies)[0] ?? '') / 1000)} KB.\n${machine}\n`,
    );
  } finally {
    await Promise.all([load.stop(), query.stop(), framework.stop()]);
    await hearth.stop();
    await database.stop();
  }
}
