import type pg from 'pg';
import type { BenchOptions } from '../options.ts';
import { describeMachine, figure, percentile, printTable, verdict } from '../results.ts';
import { startHearth } from '../setup/bench-database.ts';
import { openCrowds } from '../setup/crowd.ts';
import { emailOf } from '../setup/generate.ts';

const turns = 60;
const warmUp = 20;
const limit = 1.3;
const sizes = { courses: [10, 1000], pages: [50, 5000] } as const;

/** Creates a space of member 1, and of member 2 as a member, with this many courses, and with a course of this many pages, once. Returns its address. */
async function ensureSpace(client: pg.Client, courses: number, pages: number): Promise<string> {
  const subdomain = `classroom-${courses}-${pages}`;
  const found = await client.query('select 1 from spaces where subdomain = $1', [subdomain]);
  if (found.rowCount === 1) return subdomain;
  await client.query(
    `insert into spaces (id, name, subdomain, owner_id, description, short_description, created_at)
     select gen_random_uuid(), $1, $1, u.id, '', '', now() from users u where u.email = $2`,
    [subdomain, emailOf(1)],
  );
  await client.query(
    `insert into space_members (id, space_id, user_id, role, joined_at)
     select gen_random_uuid(), s.id, u.id, case when u.id = s.owner_id then 'owner' else 'member' end, now()
     from spaces s, users u where s.subdomain = $1 and u.email = any($2)`,
    [subdomain, [emailOf(1), emailOf(2)]],
  );
  await client.query(
    `insert into courses (id, space_id, user_id, client_id, short_id, slug, title, description, is_published, position,
       page_count, created_at, updated_at)
     select gen_random_uuid(), s.id, s.owner_id, gen_random_uuid(), substr(md5($1 || n), 1, 8), 'course-' || n,
       'Course number ' || n, 'What this course is about.', true, n, case when n = 1 then $3::int else 0 end, now(), now()
     from spaces s, generate_series(1, $2::int) n where s.subdomain = $1`,
    [subdomain, courses, pages],
  );
  await client.query(
    `insert into course_folders (id, course_id, space_id, client_id, title, is_published, position, created_at, updated_at)
     select gen_random_uuid(), c.id, c.space_id, gen_random_uuid(), 'Week ' || n, true, n, now(), now()
     from courses c join spaces s on s.id = c.space_id, generate_series(1, 10) n
     where s.subdomain = $1 and c.slug = 'course-1'`,
    [subdomain],
  );
  await client.query(
    `insert into course_pages (id, course_id, space_id, folder_id, client_id, title, content, text, estimated_duration,
       is_published, position, written_at, created_at, updated_at)
     select gen_random_uuid(), f.course_id, f.space_id, f.id, gen_random_uuid(), 'A page with number ' || n, '<p>Text</p>', 'Text',
       1, true, n, now(), now(), now()
     from course_folders f join spaces s on s.id = f.space_id, generate_series(1, $2::int / 10) n where s.subdomain = $1`,
    [subdomain, pages],
  );
  await client.query('vacuum (analyze) courses, course_folders, course_pages');
  return subdomain;
}

/** The list of courses of a space with 10 and with 1,000; a course with 50 and with 5,000 pages. */
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
    const course = (name: string) => `/api/spaces/by-subdomain/${name}/courses/course-1`;
    const measured: {
      label: string;
      run: (name: string) => Promise<number>;
      before?: (name: string) => Promise<unknown>;
    }[] = [
      {
        label: 'list, 10 and 1,000 courses',
        run: read(member, (name) => `/api/spaces/${idOf(name)}/courses`),
      },
      { label: 'course, 50 and 5,000 pages, none done', run: read(member, course) },
      { label: 'the same, half of them done', before: completeHalf, run: read(member, course) },
      { label: 'the same, as the owner', run: read(owner, course) },
      { label: 'the same, after each write', before: changeTree, run: read(member, course) },
      { label: 'only the bare statement', run: bareTree },
    ];
    async function completeHalf(name: string) {
      await client.query(
        `insert into course_completions (user_id, page_id, course_id, space_id, completed_at)
         select u.id, p.id, p.course_id, p.space_id, now() from users u, course_pages p join spaces s on s.id = p.space_id
         where s.subdomain = $1 and p.position::int % 2 = 0 and u.email = $2 on conflict do nothing`,
        [name, emailOf(2)],
      );
    }
    async function changeTree(name: string) {
      await client.query(
        `update courses set tree_version = tree_version + 1 where space_id = $1 and slug = 'course-1'`,
        [idOf(name)],
      );
    }
    async function bareTree(name: string) {
      const { rows } = await client.query(
        `select p.id, p.folder_id, p.title from course_pages p join courses c on c.id = p.course_id
         where c.space_id = $1 and c.slug = 'course-1' and p.deleted_at is null and p.is_published order by p.position, p.id`,
        [idOf(name)],
      );
      return JSON.stringify(rows).length;
    }
    const rows: string[][] = [];
    for (const { label, run, before } of measured) {
      const times: number[][] = [[], []];
      const characters = [0, 0];
      for (let turn = -warmUp; turn < options.rounds * turns; turn++) {
        for (const [index, name] of subdomains.entries()) {
          await before?.(name);
          const began = performance.now();
          characters[index] = await run(name);
          if (turn >= 0) times[index]?.push(performance.now() - began);
        }
      }
      const [small = Number.NaN, large = Number.NaN] = times.map((values) => percentile(values, 0.25));
      const ratio = large / small;
      rows.push([
        label,
        figure(small),
        figure(large),
        characters.join(' / '),
        ratio.toFixed(2),
        verdict(ratio <= limit),
      ]);
    }
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
