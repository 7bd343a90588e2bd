import type { TestPerson } from '../people.ts';
import type { TestServer } from '../server.ts';
import { newCoursesBySql, newPagesBySql } from './courses.ts';

/** Creates a course of one page that gives certificates and that a learner has completed, and issues theirs. */
export async function newCertificate(
  server: TestServer,
  owner: TestPerson,
  space: { id: string },
  learner: TestPerson,
  { isIssued = true } = {},
): Promise<{ course_id: string; page_id: string; code: string }> {
  const [course_id = ''] = await newCoursesBySql(server, space.id, owner.user.id);
  const [page_id = ''] = await newPagesBySql(server, course_id);
  await owner.call('set_course_certificates', { course_id, is_on: true });
  await learner.call('set_page_completion', { page_id, completed: true });
  const issued = isIssued ? await learner.call('issue_certificate', { course_id }) : null;
  return { course_id, page_id, code: issued?.certificate?.code ?? '' };
}
