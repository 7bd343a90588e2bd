import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { countRowsRead, recordQueries } from '#testing/count-queries.ts';
import { newPerson, newSpace } from '#testing/people.ts';
import { newCourse, newPage } from '#testing/samples/courses.ts';
import { sharedServer } from '#testing/server.ts';
import { findHiddenSeveral } from './retractions.queries.ts';

const server = sharedServer({ runsJobs: false });

it('Announcements of hidden pages are found without reading a row for each member', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const course = await newCourse(owner, space);
  const times = ['2026-11-01T10:00:00.000Z', '2026-11-02T10:00:00.000Z', '2026-11-03T10:00:00.000Z'];
  const announce = async (since: string, postId: string | null) => {
    const page = await newPage(owner, course);
    await server.db
      .updateTable('course_pages')
      .set({ announced_at: since })
      .where('id', '=', page.id)
      .execute();
    await sql`
      insert into notifications (id, user_id, space_id, type, target_type, target_id, post_id, params, version, created_at,
        batch_updated_at, expires_at)
      select gen_random_uuid(), ${owner.user.id}, ${space.id}, 'new_pages', 'course', ${course.id}, ${postId}::uuid,
        json_build_object('since', ${since}::text), 1, now(), now(), now() + interval '1 day'
      from generate_series(1, 1000)`.execute(server.db);
    return page;
  };
  const [first = '', second = '', third = ''] = times;
  const pages = [await announce(first, null), await announce(second, course.id), await announce(third, null)];
  await sql`analyze notifications`.execute(server.db);
  const find = async () => {
    let found: string | null = null;
    const queries = await recordQueries(async () => {
      found = await server.db.transaction().execute((tx) => findHiddenSeveral(tx, course.id));
    });
    const query = queries.find(({ text }) => text.includes('recursive'));
    const read = query ? await countRowsRead(server.db, query, 'notifications') : {};
    expect(Object.values(read).reduce((sum, rows) => sum + rows, 0)).toBeLessThan(20);
    return found;
  };
  const hide = (index: number) =>
    owner.call('update_course_page', { page_id: pages[index]?.id ?? '', is_published: false });
  expect(await find()).toBeNull();
  // A notification of one page isn't one of several.
  await hide(1);
  expect(await find()).toBeNull();
  await hide(2);
  expect(await find()).toBe(third);
  await hide(0);
  expect(await find()).toBe(first);
});
