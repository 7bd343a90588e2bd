import type { BareFastify } from '../bare/bare-fastify.ts';
import type { BareReact } from '../bare/bare-react.ts';
import type { BenchOptions } from '../options.ts';
import { startChild } from '../processes/child.ts';
import type { LoadChild } from '../processes/load-child.ts';
import { describeMachine, figure, median, medianRatio, printTable } from '../results.ts';
import { type BenchDatabase, openBenchDatabase, startHearth } from '../setup/bench-database.ts';
import { subdomainOf } from '../setup/generate.ts';

const connections = 32;
/** The number of the generated user who sends the requests of members. */
const member = 7;

interface Requested {
  label: string;
  path: string;
  accept: 'text/html' | 'application/json';
  isMember: boolean;
}

/** Lists the requests: pages as HTML and their data as JSON, in the space of 1,000 posts. */
async function listRequested(database: BenchDatabase): Promise<Requested[]> {
  const spaceId = await database.spaceId(1_000);
  const { rows } = await database.client.query<{ id: string; slug: string }>(
    'select id, slug from posts where space_id = $1 order by created_at desc limit 1',
    [spaceId],
  );
  const post = rows[0];
  if (!post) throw new Error('The space has no posts');
  const html = { accept: 'text/html' } as const;
  const json = { accept: 'application/json' } as const;
  const both = (label: string, path: string, kind: typeof html | typeof json): Requested[] =>
    [false, true].map((isMember) => ({
      ...kind,
      label: `${label}, ${isMember ? 'a member' : 'signed out'}`,
      path,
      isMember,
    }));
  const subdomain = subdomainOf(1_000);
  return [
    ...both('feed as HTML', `/${subdomain}/space`, html),
    ...both('post as HTML', `/${subdomain}/post/${post.slug}`, html),
    ...both('posts as JSON', `/api/spaces/${spaceId}/posts`, json),
    ...both('comments as JSON', `/api/posts/${post.id}/comments`, json),
  ];
}

interface Figures {
  label: string;
  bytes: number;
  ours: number[];
  framework: number[];
  /** Of members' pages. */
  react: number[];
  latency: number[];
  latencyP97: number[];
  cpu: number[];
}

function printFigures(figures: readonly Figures[], rounds: number): void {
  printTable(
    `Pages and their data (uncompressed, ${connections} connections, per second, median of ${rounds} rounds)`,
    [
      '',
      'KB',
      'Hearth',
      'bare Fastify',
      'ratio',
      'bare React',
      'ratio',
      'ms median / 97.5 %',
      'server CPU ms',
    ],
    figures.map(({ label, bytes, ours, framework, react, latency, latencyP97, cpu }) => [
      label,
      figure(bytes / 1000),
      figure(median(ours)),
      figure(median(framework)),
      medianRatio(ours, framework).toFixed(2),
      react.length > 0 ? figure(median(react)) : '',
      react.length > 0 ? medianRatio(ours, react).toFixed(2) : '',
      `${figure(median(latency))} / ${figure(median(latencyP97))}`,
      figure(median(cpu)),
    ]),
  );
}

/**
 * Pages and their data at 32 connections, signed out and as a member, compared with the bare framework sending the same bytes, and pages
 * of members, which are rendered for each of them, with React rendering the same elements.
 */
export async function benchPages(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const database = await openBenchDatabase(options.dataDir);
  const hearth = await startHearth(database, options.port, { profileDir: options.profileDir });
  const framework = startChild<BareFastify>('../bare/bare-fastify.ts');
  const react = startChild<BareReact>('../bare/bare-react.ts', { env: { NODE_ENV: 'production' } });
  const load = startChild<LoadChild>('load-child.ts');
  try {
    const cookie = await hearth.signIn(member);
    const requested = await listRequested(database);
    const headersOf = ({ accept, isMember }: Requested): Record<string, string> =>
      isMember ? { accept, cookie } : { accept };
    const bodies: Record<string, string> = {};
    const figures: Figures[] = [];
    for (const [index, each] of requested.entries()) {
      const response = await fetch(hearth.url + each.path, { headers: headersOf(each) });
      if (!response.ok) throw new Error(`${each.label} returned ${response.status}`);
      const body = await response.text();
      bodies[`/${index}`] = body;
      const bytes = Buffer.byteLength(body);
      figures.push({
        label: each.label,
        bytes,
        ours: [],
        framework: [],
        react: [],
        latency: [],
        latencyP97: [],
        cpu: [],
      });
    }
    const barePort = options.port + 1;
    await framework.call('start', { port: barePort, bodies, headers: { 'x-request-id': 'bare' } });

    const pages = Object.fromEntries(
      requested.flatMap(({ accept, isMember }, index) =>
        isMember && accept === 'text/html' ? [[`/${index}`, bodies[`/${index}`] ?? '']] : [],
      ),
    );
    const reactPort = options.port + 2;
    await react.call('start', { port: reactPort, pages });

    for (let round = 0; round <= options.rounds; round++) {
      for (const [index, each] of requested.entries()) {
        // The first round is a warm-up.
        const seconds = round > 0 ? options.seconds : 1;
        const before = await hearth.child.call('usage', undefined);
        const run = { connections, seconds, headers: headersOf(each) };
        const ours = await load.call('run', { ...run, url: hearth.url + each.path });
        const used = (await hearth.child.call('usage', undefined)).cpu - before.cpu;
        if (ours.failures > 0) throw new Error(`${each.label}: ${ours.failures} requests failed`);
        const bare = await load.call('run', { ...run, url: `http://127.0.0.1:${barePort}/${index}` });
        const rendered =
          `/${index}` in pages
            ? await load.call('run', { ...run, url: `http://127.0.0.1:${reactPort}/${index}` })
            : null;
        const into = figures[index];
        if (round === 0 || !into) continue;
        into.ours.push(ours.perSecond);
        into.framework.push(bare.perSecond);
        if (rendered) into.react.push(rendered.perSecond);
        into.latency.push(ours.median);
        into.latencyP97.push(ours.p97);
        into.cpu.push(used / 1000 / (ours.perSecond * seconds));
      }
    }
    printFigures(figures, options.rounds);
    process.stdout.write(`${machine}\n`);
  } finally {
    await Promise.all([load.stop(), framework.stop(), react.stop()]);
    await hearth.stop();
    await database.stop();
  }
}
