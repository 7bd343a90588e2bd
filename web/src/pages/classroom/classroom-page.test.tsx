import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { courseRoute } from '#web/pages/course/course.route.ts';
import { anAccount, aSpace } from '#web-testing/fixtures.ts';
import { openPage } from '#web-testing/open-page.tsx';

afterEach(cleanup);

it('loads the scripts of courses before one is opened', async () => {
  expect(courseRoute.options.component?.preload).toBeTypeOf('function');
  await openPage('/bread/space/classroom', {
    get_session: () => ({ session: null, user: anAccount() }),
    get_space: () => ({ space: aSpace({ feature_classroom_enabled: true }), live_cursor: 1 }),
    list_courses: () => ({ courses: [], next_cursor: null, live_cursor: 1 }),
    get_unread_notification_count: () => ({ unread_count: 0, version: 1, live_cursor: 1 }),
  });
  await screen.findByText('No courses yet');
  // A loaded page has nothing to preload.
  await waitFor(() => expect(courseRoute.options.component?.preload).toBeUndefined());
});
