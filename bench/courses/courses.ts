import type { BenchOptions } from '../options.ts';
import { describeMachine, figure, percentile, printTable, verdict } from '../results.ts';
import { startHearth } from '../setup/bench-database.ts';
import { openCrowds } from '../setup/crowd.ts';
import { changeTree, completeHalf, completeNone, ensureSpace, readTitles } from './course-data.ts';

const turns = 60;
const warmUp = 20;
const limit = 1.3;
const sizes = { courses: [10, 1000], pages: [50, 5000] } as const;

interface Measured {
  label: string;
  /** Requests it in a space, and returns the number of characters. */
  run: (name: string) => Promise<number>;
  before?: (name: string) => Promise<unknown>;
}

/** Measures the same request in two spaces, alternating. */
async function compare({ label, run, before }: Measured, spaces: string[], count: number): Promise<string[]> {
  const times: number[][] = [[], []];
  const characters = [0, 0];
  for (let turn = -warmUp; turn < count; turn++) {
    for (const [index, name] of spaces.entries()) {
      await before?.(name);
      const began = performance.now();
      characters[index] = await run(name);
      if (turn >= 0) times[index]?.push(performance.now() - began);
    }
  }
  const [small = Number.NaN, large = Number.NaN] = times.map((values) => percentile(values, 0.25));
  const ratio = large / small;
  return [
    label,
    figure(small),
    figure(large),
    characters.join(' / '),
    ratio.toFixed(2),
    verdict(ratio <= limit),
  ];
}

/** The list of courses of a space with 10 and with 1,000; a course with 50 and with 5,000 pages, opened and as a whole. */
export async function benchCourses(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const crowds = await openCrowds(options.dataDir);
  const hearth = await startHearth(crowds.paths('small'), options.port);
  try {
    const client = crowds.client('small');
    const subdomains = [
      await ensureSpace(client, sizes.courses[0], sizes.pages[0]),
      await ensureSpace(client, sizes.courses[1], sizes.pages[1]),
    ];
    const { rows: spaces } = await client.query<{ id: string; subdomain: string }>(
      'select id, subdomain from spaces where subdomain = any($1)',
      [subdomains],
    );
    const idOf = (subdomain: string) => spaces.find((space) => space.subdomain === subdomain)?.id ?? '';
    const [member, owner] = [await hearth.signIn(2), await hearth.signIn(1)];
    const read = (cookie: string, path: (name: string) => string) => async (name: string) => {
      const response = await fetch(hearth.url + path(name), { headers: { cookie } });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path(name)}: ${response.status} ${text}`);
      return text.length;
    };
    const whole = (name: string) => `/api/spaces/by-subdomain/${name}/courses/course-1`;
    const course = (name: string) => `${whole(name)}?around=next`;
    const measured: Measured[] = [
      {
        label: 'list, 10 and 1,000 courses',
        run: read(member, (name) => `/api/spaces/${idOf(name)}/courses`),
      },
      {
        label: 'a course opened, 50 and 5,000 pages, none done',
        before: (name) => completeNone(client, name),
        run: read(member, course),
      },
      {
        label: 'the same, half of them done',
        before: (name) => completeHalf(client, name),
        run: read(member, course),
      },
      { label: 'the same, as the owner', run: read(owner, course) },
      {
        label: 'the same, after each write',
        before: (name) => changeTree(client, name),
        run: read(member, course),
      },
      {
        label: 'all pages of it, fetched next',
        before: (name) => completeNone(client, name),
        run: read(member, whole),
      },
      {
        label: 'the same, half of them done',
        before: (name) => completeHalf(client, name),
        run: read(member, whole),
      },
      { label: 'only the bare statement', run: (name) => readTitles(client, name) },
    ];
    const rows: string[][] = [];
    for (const each of measured) rows.push(await compare(each, subdomains, options.rounds * turns));
    printTable(
      `Courses (ms per response, first quartile of ${options.rounds * turns} alternating requests)`,
      ['', 'small', 'large', 'characters', 'ratio', `<= ${limit}`],
      rows,
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    await hearth.stop();
    await crowds.stop();
  }
}
