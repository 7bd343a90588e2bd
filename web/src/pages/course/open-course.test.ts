// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RouterContext } from '#web/app/page-context.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { aCourse, aCoursePage, aCourseResponse } from '#web-testing/course-fixtures.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aSpace } from '#web-testing/fixtures.ts';
import { setViewer } from '#web-testing/render-page.tsx';
import { openCourse } from './open-course.ts';

const code = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('#web/features/members/joining/join-card.tsx', async () => {
  await code.promise;
  return { JoinCard: () => null };
});

// Other test files of this process may have left a page. Servers have none.
beforeEach(() => void vi.stubGlobal('window', undefined));
afterEach(() => void vi.unstubAllGlobals());

it('On the server, waits for what visitors see below a page, which could not be rendered otherwise', async () => {
  const space = aSpace({ membership: null, feature_classroom_enabled: true });
  const queryClient = createQueryClient(
    respondWith({
      get_space: () => ({ space, live_cursor: 1 }),
      get_course: () => aCourseResponse(aCourse(), [], []),
      get_course_page: () => ({ page: aCoursePage(), live_cursor: 1 }),
    }) as never,
  );
  setViewer(queryClient, null);
  const context = { queryClient } as unknown as RouterContext;
  const opened = vi.fn();
  const opening = openCourse({
    context,
    params: { subdomain: space.subdomain, course: 'bread-basics' },
  }).then(opened);
  await vi.waitFor(() =>
    expect(
      queryClient.getQueryData(['get_course', { subdomain: space.subdomain, course: 'bread-basics' }]),
    ).toBeDefined(),
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect(opened).not.toHaveBeenCalled();
  code.resolve();
  await opening;
  expect(opened).toHaveBeenCalledOnce();
});
