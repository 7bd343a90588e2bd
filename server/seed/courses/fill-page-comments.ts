import { createComment } from '#server/features/comments/index.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type DemoMembers, requireMember } from '../add-people.ts';
import type { DemoCourse } from '../content/courses.ts';
import { demoPageComments } from '../content/page-comments.ts';
import { type DemoSpace, requireSpaceContext } from '../create-demo-space.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Writes what members say below the pages of a course, each an hour after the one before. */
export async function fillPageComments(
  platform: Platform,
  course: DemoCourse,
  pages: ReadonlyMap<string, string>,
  space: DemoSpace,
  people: DemoMembers,
  now: number,
): Promise<void> {
  let at = now - (course.days_ago / 2) * day;
  const write = async (by: string, post_id: string, body: string, parent_id: string | null) => {
    const { viewer } = requireMember(people, by);
    const scope = await requireSpaceContext(platform, viewer, space.space_id);
    const input = { client_id: newId(), post_id, parent_id, body };
    at += 60 * minute;
    return await withFrozenTime(at, () => createComment(platform, viewer, scope, input));
  };
  for (const { page, by, text, replies } of demoPageComments.filter((one) => one.course === course.title)) {
    const pageId = pages.get(page);
    if (!pageId) throw new Error(`The course ${course.title} has no page ${page}`);
    const { id } = await write(by, pageId, text, null);
    for (const reply of replies) await write(reply.by, pageId, reply.text, id);
  }
}
