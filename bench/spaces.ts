import { type CrowdName, crowdSubdomain, crowds, openCrowds } from './crowd.ts';
import type { BenchOptions } from './options.ts';
import { describeMachine, figure, percentile, printTable, verdict } from './report.ts';
import { startHearth } from './world.ts';

const turns = 100;
const warmUp = 20;
const limit = 1.3;

/** What is asked of both worlds, and how many answers that should bring in each: the same, where the page allows it. */
const questions = [
  { says: 'discover, first page', path: () => '/api/spaces' },
  { says: 'discover, new', path: () => '/api/spaces?sort=new' },
  { says: 'discover, one topic', path: () => '/api/spaces?topic=music' },
  { says: 'discover, search that one space fits', path: () => '/api/spaces?search=ornithology' },
  { says: 'discover, search that all fit', path: () => '/api/spaces?search=people%20of' },
  { says: 'discover, search that none fits', path: () => '/api/spaces?search=qz' },
  { says: 'members, first page', path: (id: string) => `/api/spaces/${id}/members` },
  {
    says: 'members, search that one fits',
    path: (id: string) => `/api/spaces/${id}/members?search=zenobia%20q`,
  },
  // A page of fifty in the large world, where the small one has ten: that one is asked for a page that is full as well.
  {
    says: 'members, search that a tenth fits',
    path: (id: string, name: CrowdName) =>
      `/api/spaces/${id}/members?search=${name === 'large' ? 'hanna' : 'a'}`,
  },
  { says: 'members, search of one letter', path: (id: string) => `/api/spaces/${id}/members?search=a` },
  { says: 'members, search that none fits', path: (id: string) => `/api/spaces/${id}/members?search=qz` },
] as const;

/** Discover, the list of members and their searches in a world of 2,000 spaces and 10,000 members, beside a small one. */
export async function benchSpaces(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const worlds = await openCrowds(options.dataDir);
  const names = Object.keys(crowds) as CrowdName[];
  const servers = await Promise.all(
    names.map((name, index) => startHearth(worlds.place(name), options.port + index)),
  );
  try {
    const requested = await Promise.all(
      names.map(async (name, index) => {
        const hearth = servers[index];
        if (!hearth) throw new Error('unreachable');
        const { rows } = await worlds
          .client(name)
          .query<{ id: string }>('select id from spaces where subdomain = $1', [crowdSubdomain]);
        return { name, hearth, cookie: await hearth.signIn(2), spaceId: rows[0]?.id ?? '' };
      }),
    );
    const rows: string[][] = [];
    for (const { says, path } of questions) {
      const times = names.map((): number[] => []);
      const found = names.map(() => 0);
      // One request at a time, of either world in turn: what else the machine does hits both alike.
      for (let turn = -warmUp; turn < options.rounds * turns; turn++) {
        for (const [index, { name, hearth, cookie, spaceId }] of requested.entries()) {
          const began = performance.now();
          const response = await fetch(hearth.url + path(spaceId, name), { headers: { cookie } });
          const text = await response.text();
          if (!response.ok) throw new Error(`${says}: ${response.status}`);
          if (turn >= 0) times[index]?.push(performance.now() - began);
          else found[index] = Object.values(JSON.parse(text)).find(Array.isArray)?.length ?? 0;
        }
      }
      const [small, large] = times.map((values) => percentile(values, 0.25));
      const ratio = (large ?? Number.NaN) / (small ?? Number.NaN);
      rows.push([
        says,
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
      `Lists of spaces and people (ms a page, first quartile of ${options.rounds * turns} requests in turn)`,
      ['', size(crowds.small), size(crowds.large), 'found', 'ratio', `<= ${limit}`],
      rows,
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    for (const server of servers) await server.stop();
    await worlds.stop();
  }
}
