import type { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newCourse, newFolder, newPage } from '#testing/samples/courses.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { coursePageQuery, coursePages, courseQuery } from '#web/features/courses/index.ts';
import { spaceQuery } from '#web/features/spaces/index.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { expectLiveEqualsFetch, type LiveView } from './expect-live-equals-fetch.ts';

const server = sharedServer();
let owner: TestPerson;
beforeAll(async () => {
  owner = await newPerson(server);
});

const ignoreMissing = async (query: Promise<unknown>) => {
  await query.catch((error) => expect([403, 404]).toContain(error.status));
};

/** The list of courses, one course and its pages, as far as the viewer sees them. */
function classroomView(space: Space, courseId: string, pageIds: string[]): LiveView<unknown> {
  const isShown = (client: QueryClient, queryKey: readonly unknown[]) =>
    client.getQueryState(queryKey)?.status === 'success';
  return {
    channels: ({ user }) => [`space:${space.id}`, `user:${user.id}`],
    load: async (client) => {
      const { live_cursor } = await client.fetchQuery(spaceQuery(space.subdomain));
      await client.fetchInfiniteQuery(coursePages(space.id));
      await ignoreMissing(client.fetchQuery(courseQuery(space.subdomain, courseId)));
      for (const id of pageIds) await ignoreMissing(client.fetchQuery(coursePageQuery(id)));
      return live_cursor;
    },
    settle: async (client) => {
      await client.refetchQueries({ predicate: ({ state }) => state.isInvalidated });
    },
    shown: (client) => {
      const list = client.getQueryData(coursePages(space.id).queryKey);
      const ids = list?.pages.flatMap(({ course_ids }) => course_ids) ?? [];
      const hasCourse = isShown(client, courseQuery(space.subdomain, courseId).queryKey);
      return {
        courses: ids.map((id) => readEntity(client, 'course', id)),
        tree: hasCourse ? readEntity(client, 'course_tree', courseId) : null,
        pages: pageIds.map((id) =>
          isShown(client, coursePageQuery(id).queryKey) ? readEntity(client, 'course_page', id) : null,
        ),
      };
    },
  };
}

const kinds = [
  'edit',
  'publish page',
  'move page',
  'delete page',
  'restore page',
  'publish folder',
  'delete folder',
  'restore folder',
  'publish course',
  'delete course',
  'restore course',
  'move course',
  'lock course',
  'lock page',
  'unlock page',
  'give access',
  'take access',
  'done',
  'undone',
] as const;

it('State updated by events equals a fresh fetch for a course that three people edit and read at once', async () => {
  const step = fc.record({ kind: fc.constantFrom(...kinds), who: fc.nat(2), which: fc.nat(20) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      const space = await newSpace(owner);
      const people = [owner, await newMember(server, space, 'Admin'), await newMember(server, space)];
      await setRole(server, space.id, people[1]?.user.id ?? '', 'admin');
      await newCourse(owner, space, { title: 'Another' });
      const course = await newCourse(owner, space);
      const folder = await newFolder(owner, course);
      const pages = [await newPage(owner, course), await newPage(owner, course, { folder_id: folder.id })];
      const [course_id, folder_id] = [course.id, folder.id];
      const ofCourse = { course_id, item_kind: 'course' as const, item_id: course_id };
      const user_id = people[2]?.user.id ?? '';
      const run = async ({ kind, who, which }: (typeof steps)[number]) => {
        const person = people[who] ?? owner;
        const page_id = pages[which % 2]?.id ?? '';
        const is_published = which % 3 === 0;
        if (kind === 'edit') {
          const { page } = await person.call('get_course_page', { page_id });
          const { revision: base_revision } = page;
          await person.call('update_course_page', { page_id, title: `Title ${which}`, base_revision });
        } else if (kind === 'publish page')
          await person.call('update_course_page', { page_id, is_published });
        else if (kind === 'move page')
          await person.call('move_course_page', { page_id, folder_id: is_published ? folder_id : null });
        else if (kind === 'delete page') await person.call('delete_course_page', { page_id });
        else if (kind === 'restore page') await person.call('restore_course_page', { page_id });
        else if (kind === 'publish folder')
          await person.call('update_course_folder', { folder_id, is_published });
        else if (kind === 'delete folder') await person.call('delete_course_folder', { folder_id });
        else if (kind === 'restore folder') await person.call('restore_course_folder', { folder_id });
        else if (kind === 'publish course') await person.call('update_course', { course_id, is_published });
        else if (kind === 'delete course') await person.call('delete_course', { course_id });
        else if (kind === 'restore course') await person.call('restore_course', { course_id });
        else if (kind === 'move course') await person.call('move_course', { course_id, after_id: null });
        else if (kind.endsWith('lock page') || kind === 'lock course') {
          const item =
            kind === 'lock course' ? ofCourse : { course_id, item_kind: 'page' as const, item_id: page_id };
          const rules = kind === 'unlock page' || which % 4 === 0 ? [] : [{ kind: 'grant' as const }];
          await person.call('set_course_access', { ...item, match: 'all', rules });
        } else if (kind === 'give access')
          await person.call('give_course_access', { ...ofCourse, client_id: newId(), to: { user_id } });
        else if (kind === 'take access')
          await person.call('take_course_access', { ...ofCourse, from: { user_id } });
        else await person.call('set_page_completion', { page_id, completed: kind === 'done' });
      };
      const view = classroomView(
        space,
        course_id,
        pages.map(({ id }) => id),
      );
      await expectLiveEqualsFetch(server, space.id, people, view, async () => {
        for (let at = 0; at < steps.length; at += 3) {
          const results = await Promise.allSettled(steps.slice(at, at + 3).map(run));
          for (const result of results) {
            // Members may not write, and what is deleted can't be changed.
            if (result.status === 'rejected') expect([403, 404, 409]).toContain(result.reason.status);
          }
        }
      });
    }),
    { numRuns: 10, seed: 20261123, endOnFailure: true },
  );
});
