import { sql } from 'kysely';
import type { Api } from '#contract/api.ts';
import { readContents } from '#contract/features/courses/course-tree.ts';
import type { Course, CourseFolder, CoursePage } from '#contract/features/courses/courses.ts';
import type { EndpointInput } from '#contract/schema/endpoint.ts';
import { newId } from '#server/platform/ids.ts';
import type { TestPerson } from '../people.ts';
import type { TestServer } from '../server.ts';

/** Creates a published course as a moderator. */
export async function newCourse(
  person: TestPerson,
  space: { id: string },
  fields: Partial<EndpointInput<Api['create_course']>> = {},
): Promise<Course> {
  const { course } = await person.call('create_course', {
    space_id: space.id,
    client_id: newId(),
    title: 'A course',
    is_published: true,
    ...fields,
  });
  return course;
}

export async function newFolder(
  person: TestPerson,
  course: { id: string },
  fields: Partial<EndpointInput<Api['create_course_folder']>> = {},
): Promise<CourseFolder> {
  const input = { course_id: course.id, client_id: newId(), title: 'A folder', ...fields };
  return (await person.call('create_course_folder', input)).folder;
}

export async function newPage(
  person: TestPerson,
  course: { id: string },
  fields: Partial<EndpointInput<Api['create_course_page']>> = {},
): Promise<CoursePage> {
  const { page } = await person.call('create_course_page', {
    course_id: course.id,
    client_id: newId(),
    title: 'A Page',
    content: '<p>With some text.</p>',
    ...fields,
  });
  return page;
}

/** Returns a course, its folders and its pages as someone sees them. */
export async function readCourse(
  person: Pick<TestPerson, 'call'>,
  { subdomain }: { subdomain: string },
  course: string,
) {
  const response = await person.call('get_course', { subdomain, course });
  return { course: response.course, ...readContents(response) };
}

/** Inserts published courses by SQL and returns their ids, first the one at the top of the list. */
export async function newCoursesBySql(
  server: TestServer,
  spaceId: string,
  userId: string,
  count = 1,
): Promise<string[]> {
  const at = new Date().toISOString();
  const courses = Array.from({ length: count }, (_, position) => {
    const id = newId();
    const key = { id, space_id: spaceId, user_id: userId, client_id: newId() };
    const text = { slug: `course-${id}`, title: 'A course', description: '' };
    const short_id = id.replaceAll('-', '').slice(-8);
    return { ...key, ...text, short_id, is_published: true, position, created_at: at, updated_at: at };
  });
  await server.db.insertInto('courses').values(courses).execute();
  return courses.map(({ id }) => id);
}

/** Marks pages of a course as done, or as not done, by SQL: for one user, or for several. */
export async function completeBySql(
  server: TestServer,
  { user_id, course_id }: { user_id: string | readonly string[]; course_id: string },
  pageIds: string[],
  completed = true,
): Promise<void> {
  const users = sql`${[user_id].flat()}::uuid[]`;
  const change = completed
    ? sql`insert into course_completions (user_id, page_id, course_id, space_id, completed_at)
        select u.id, p.id, p.course_id, p.space_id, '2026-11-20T10:00:00.123Z'
        from course_pages p cross join unnest(${users}) u (id) where p.id = any(${pageIds}::uuid[])`
    : sql`delete from course_completions where user_id = any(${users}) and page_id = any(${pageIds}::uuid[])`;
  await sql`with changed as (${change})
    insert into course_completion_versions (user_id, course_id, version)
    select id, ${course_id}::uuid, gen_random_uuid() from unnest(${users}) id
    on conflict (user_id, course_id) do update set version = excluded.version`.execute(server.db);
}

/** Inserts published pages without a folder by SQL and returns their ids, in their order. */
export async function newPagesBySql(server: TestServer, courseId: string, count = 1): Promise<string[]> {
  const { space_id } = await server.db
    .selectFrom('courses')
    .select('space_id')
    .where('id', '=', courseId)
    .executeTakeFirstOrThrow();
  const at = new Date().toISOString();
  const pages = Array.from({ length: count }, (_, position) => ({
    ...{ id: newId(), course_id: courseId, space_id, client_id: newId(), position },
    ...{ title: `Page ${position}`, content: '<p>Text</p>', text: 'Text', estimated_duration: 1 },
    ...{ is_published: true, written_at: at, created_at: at, updated_at: at },
  }));
  await server.db.insertInto('course_pages').values(pages).execute();
  await server.db
    .updateTable('courses')
    .set({ page_count: count, tree_version: newId() })
    .where('id', '=', courseId)
    .execute();
  return pages.map(({ id }) => id);
}
