import type pg from 'pg';
import { emailOf } from '../setup/generate.ts';

/** Creates a space of member 1, and of member 2 as a member, with this many courses, and with a course of this many pages, once. Returns its address. */
export async function ensureSpace(client: pg.Client, courses: number, pages: number): Promise<string> {
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

const courseOf = `(select c.id from courses c join spaces s on s.id = c.space_id
  where s.subdomain = $1 and c.slug = 'course-1')`;

/** Marks every other page of the first course of a space as done by member 2. */
export async function completeHalf(client: pg.Client, subdomain: string): Promise<void> {
  await client.query(
    `with inserted as (
       insert into course_completions (user_id, page_id, course_id, space_id, completed_at)
       select u.id, p.id, p.course_id, p.space_id, now() from users u, course_pages p
       where p.course_id = ${courseOf} and p.position::int % 2 = 0 and u.email = $2 on conflict do nothing
       returning user_id, course_id)
     insert into course_completion_versions (user_id, course_id, version)
     select user_id, course_id, gen_random_uuid() from inserted group by user_id, course_id
     on conflict (user_id, course_id) do update set version = excluded.version`,
    [subdomain, emailOf(2)],
  );
}

/** Marks all pages of the first course of a space as not done. */
export async function completeNone(client: pg.Client, subdomain: string): Promise<void> {
  await client.query(
    `with deleted as (delete from course_completions where course_id = ${courseOf} returning user_id, course_id)
     update course_completion_versions v set version = gen_random_uuid() from deleted d
     where v.user_id = d.user_id and v.course_id = d.course_id`,
    [subdomain],
  );
}

/** Gives the tree of the first course of a space another version, as each write does. */
export async function changeTree(client: pg.Client, subdomain: string): Promise<void> {
  await client.query(`update courses set tree_version = gen_random_uuid() where id = ${courseOf}`, [
    subdomain,
  ]);
}

/** Reads the titles of the pages of the first course of a space. Returns how many characters their JSON has. */
export async function readTitles(client: pg.Client, subdomain: string): Promise<number> {
  const { rows } = await client.query(
    `select p.id, p.folder_id, p.title from course_pages p
     where p.course_id = ${courseOf} and p.deleted_at is null and p.is_published order by p.position, p.id`,
    [subdomain],
  );
  return JSON.stringify(rows).length;
}

const sentence = 'Flour, water and salt become bread when time and warmth do their quiet work. ';

/**
 * Gives the first page of the first course of a space as much text as this, in headings, paragraphs and lists, with these words at its
 * end. Returns the ids of another page and of this one.
 */
export async function writeLongPage(
  client: pg.Client,
  subdomain: string,
  characters: number,
  lastWords: string,
): Promise<{ short: string; long: string }> {
  const parts: string[] = [];
  let left = characters - lastWords.length - 100;
  for (let n = 0; left > 0; n++) {
    const text = sentence.repeat(n % 10 === 0 ? 1 : 5).slice(0, left);
    left -= text.length;
    if (n % 10 === 0) parts.push(`<h2>${text}</h2>`);
    else if (n % 10 === 5)
      parts.push(`<ul><li><p>${text}</p></li><li><p><strong>Knead</strong></p></li></ul>`);
    else parts.push(`<p>${text}</p>`);
  }
  const content = `${parts.join('')}<p>${lastWords}</p>`;
  const { rows } = await client.query<{ id: string }>(
    `select p.id from course_pages p join course_folders f on f.id = p.folder_id
     where p.course_id = ${courseOf} order by f.position, p.position limit 2`,
    [subdomain],
  );
  const [long, short] = rows.map(({ id }) => id);
  if (!long || !short) throw new Error('The course has no pages');
  await client.query('update course_pages set content = $2, text = $3 where id = $1', [
    long,
    content,
    content.replace(/<[^>]+>/g, ' '),
  ]);
  return { short, long };
}
