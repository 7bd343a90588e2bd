import type { BenchOptions } from './options.ts';
import { describeMachine, figure, percentile, printTable, verdict } from './results.ts';
import { startHearth } from './setup/bench-database.ts';
import { type CrowdName, crowdSubdomain, crowds, openCrowds } from './setup/crowd.ts';

const turns = 100;
const warmUp = 20;
const limit = 1.3;

/** The requests sent to both databases. Each should find the same number of entries in both, where a page allows it. */
const requests = [
  { label: 'discover, first page', path: () => '/api/spaces' },
  { label: 'discover, new', path: () => '/api/spaces?sort=new' },
  { label: 'discover, one topic', path: () => '/api/spaces?topic=music' },
  { label: 'discover, search with one match', path: () => '/api/spaces?search=ornithology' },
  { label: 'discover, search that matches all', path: () => '/api/spaces?search=people%20of' },
  { label: 'discover, search without matches', path: () => '/api/spaces?search=qz' },
  { label: 'members, first page', path: (id: string) => `/api/spaces/${id}/members` },
  {
    label: 'members, search with one match',
    path: (id: string) => `/api/spaces/${id}/members?search=zenobia%20q`,
  },
  // A page of fifty in the large database, but only ten matches in the small one: the small one gets a search that also
  // fills a page.
  {
    label: 'members, search that matches a tenth',
    path: (id: string, name: CrowdName) =>
      `/api/spaces/${id}/members?search=${name === 'large' ? 'hanna' : 'a'}`,
  },
  { label: 'members, search of one letter', path: (id: string) => `/api/spaces/${id}/members?search=a` },
  { label: 'members, search without matches', path: (id: string) => `/api/spaces/${id}/members?search=qz` },
] as const;

/**
 * Discover, the member list and their searches with 2,000 spaces and 10,000 members, compared with a small database.
 */
export async function benchSpaces(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const crowdDatabases = await openCrowds(options.dataDir);
  const names = Object.keys(crowds) as CrowdName[];
  const servers = await Promise.all(
    names.map((name, index) => startHearth(crowdDatabases.paths(name), options.port + index)),
  );
  try {
    const signedIn = await Promise.all(
      names.map(async (name, index) => {
        const hearth = servers[index];
        if (!hearth) throw new Error('unreachable');
        const { rows } = await crowdDatabases
          .client(name)
          .query<{ id: string }>('select id from spaces where subdomain = $1', [crowdSubdomain]);
        return { name, hearth, cookie: await hearth.signIn(2), spaceId: rows[0]?.id ?? '' };
      }),
    );
    const rows: string[][] = [];
    for (const { label, path } of requests) {
      const times = names.map((): number[] => []);
      const found = names.map(() => 0);
      // One request at a time, alternating between the databases, so that other load affects both alike.
      for (let turn = -warmUp; turn < options.rounds * turns; turn++) {
        for (const [index, { name, hearth, cookie, spaceId }] of signedIn.entries()) {
          const began = performance.now();
          const response = await fetch(hearth.url + path(spaceId, name), { headers: { cookie } });
          const text = await response.text();
          if (!response.ok) throw new Error(`${label}: ${response.status}`);
          if (turn >= 0) times[index]?.push(performance.now() - began);
          else found[index] = Object.values(JSON.parse(text)).find(Array.isArray)?.length ?? 0;
        }
      }
      const [small, large] = times.map((values) => percentile(values, 0.25));
      const ratio = (large ?? Number.NaN) / (small ?? Number.NaN);
      rows.push([
        label,
        figure(small ?? Number.NaN),
        figure(large ?? Number.NaN),
        found.join(' / '),
        ratio.toFixed(2),
        verdict(ratio <= limit),
      ]);
    }
    const size = ({ spaces, members }: (typeof crowds)[CrowdName]) =>
      `${spaces.toLocaleString('en')} spaces, ${members.toLocaleString('en')} members`;
    printTable(
      `Lists of spaces and people (ms per page, first quartile of ${options.rounds * turns} alternating requests)`,
      ['', size(crowds.small), size(crowds.large), 'found', 'ratio', `<= ${limit}`],
      rows,
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    for (const server of servers) await server.stop();
    await crowdDatabases.stop();
  }
}
