import { startChild } from './child.ts';
import { type CrowdName, crowdSubdomain, crowds, openCrowds } from './crowd.ts';
import type { LoadChild } from './load-child.ts';
import type { BenchOptions } from './options.ts';
import { describeMachine, figure, median, printTable, verdict } from './report.ts';
import { startHearth } from './world.ts';

const connections = 8;
const limit = 1.3;

/** What is asked of both worlds, and how many answers that should bring in each: the same, where the page allows it. */
const questions = [
  { says: 'discover, first page', path: () => '/api/spaces' },
  { says: 'discover, new', path: () => '/api/spaces?sort=new' },
  { says: 'discover, search that one space fits', path: () => '/api/spaces?search=ornithology' },
  { says: 'discover, search that all fit', path: () => '/api/spaces?search=people%20of' },
  { says: 'discover, search that none fits', path: () => '/api/spaces?search=qz' },
  { says: 'members, first page', path: (id: string) => `/api/spaces/${id}/members` },
  {
    says: 'members, search that one fits',
    path: (id: string) => `/api/spaces/${id}/members?search=zenobia%20q`,
  },
  {
    says: 'members, search that a tenth fits',
    path: (id: string) => `/api/spaces/${id}/members?search=hanna`,
  },
  { says: 'members, search of one letter', path: (id: string) => `/api/spaces/${id}/members?search=a` },
  { says: 'members, search that none fits', path: (id: string) => `/api/spaces/${id}/members?search=qz` },
] as const;

/** Discover, the list of members and their searches in a world of 2,000 spaces and 10,000 members, beside a small one. */
export async function benchSpaces(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const worlds = await openCrowds(options.dataDir);
  const names = Object.keys(crowds) as CrowdName[];
  const load = startChild<LoadChild>('load-child.ts');
  const servers = await Promise.all(
    names.map((name, index) => startHearth(worlds.place(name), options.port + index)),
  );
  try {
    const asked = await Promise.all(
      names.map(async (name, index) => {
        const hearth = servers[index];
        if (!hearth) throw new Error('unreachable');
        const { rows } = await worlds
          .client(name)
          .query<{ id: string }>('select id from spaces where subdomain = $1', [crowdSubdomain]);
        return { hearth, cookie: await hearth.signIn(2), spaceId: rows[0]?.id ?? '' };
      }),
    );
    const rows: string[][] = [];
    for (const { says, path } of questions) {
      const times = names.map((): number[] => []);
      const found = names.map(() => 0);
      for (let round = 0; round <= options.rounds; round++) {
        for (const [index, { hearth, cookie, spaceId }] of asked.entries()) {
          const url = hearth.url + path(spaceId);
          const headers = { cookie };
          if (round === 0) {
            const answer = (await (await fetch(url, { headers })).json()) as Record<string, unknown>;
            found[index] = Object.values(answer).find(Array.isArray)?.length ?? 0;
          }
          const result = await load.call('run', {
            url,
            connections,
            seconds: round === 0 ? 1 : options.seconds,
            headers,
          });
          if (result.failures > 0) throw new Error(`${result.failures} requests failed: ${says}`);
          if (round > 0) times[index]?.push(1000 / result.perSecond);
        }
      }
      const [small = [], large = []] = times;
      const ratio = median(large.map((value, round) => value / (small[round] ?? Number.NaN)));
      rows.push([
        says,
        ...times.map((values) => figure(median(values))),
        found.join(' / '),
        ratio.toFixed(2),
        verdict(ratio <= limit),
      ]);
    }
    const size = ({ spaces, members }: (typeof crowds)[CrowdName]) =>
      `${spaces.toLocaleString('en')} spaces, ${members.toLocaleString('en')} members`;
    printTable(
      `Lists of spaces and people (ms a page at ${connections} connections, median of ${options.rounds} rounds)`,
      ['', size(crowds.small), size(crowds.large), 'found', 'ratio', `<= ${limit}`],
      rows,
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    await load.stop();
    for (const server of servers) await server.stop();
    await worlds.stop();
  }
}
