import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { CourseLearner, CourseStatistics } from '#contract/features/courses/learners.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { aCourse } from '#web-testing/course-fixtures.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { anAccount, aPerson, aSpace, idOf, timeOf } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { CourseProgressScreen, type ProgressView } from './course-progress-screen.tsx';

const course = aCourse({ can_edit: true });
const statistics: CourseStatistics = {
  page_count: 2,
  member_count: 8,
  started_count: 6,
  finished_count: 2,
  average_progress: 67,
  pages: [
    { id: idOf(1), title: 'Flour', completed_count: 6, stopped_count: 4 },
    { id: idOf(2), title: 'Water', completed_count: 2, stopped_count: 0 },
  ],
};
const ada: CourseLearner = {
  person: aPerson({ full_name: 'Ada' }),
  completed_count: 1,
  progress: 50,
  joined_at: timeOf(0),
  last_completed_at: timeOf(1),
  last_page_id: idOf(1),
};

function open(view: ProgressView, responses: Responses = {}) {
  const client = createQueryClient(
    respondWith({ get_course_statistics: () => ({ statistics }), ...responses }),
  );
  setViewer(client, anAccount());
  return renderPage(
    client,
    <CourseProgressScreen space={aSpace()} course={course} address="bread" view={view} />,
    '/bread/space/classroom/bread/progress',
  );
}

afterEach(cleanup);

it('Editors see how many have done each page, and after which one they stopped', async () => {
  open('pages');
  const [flour, water] = within(await screen.findByRole('list', { name: 'Pages' })).getAllByRole('listitem');
  expect(flour?.textContent).toContain('4 members stopped after this page');
  expect(
    within(flour as HTMLElement)
      .getByRole('progressbar')
      .getAttribute('aria-valuenow'),
  ).toBe('75');
  expect(
    within(flour as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toContain(`md=${idOf(1)}`);
  expect(water?.textContent).not.toContain('stopped');
  const tabs = screen.getAllByRole('link').map(({ textContent }) => textContent);
  expect(tabs).toEqual(expect.arrayContaining(['Pages2', 'In progress4', 'Finished2', 'Not started2']));
});

it('Members in one state are listed with what they did last', async () => {
  const list_course_learners = vi.fn(() => ({ learners: [ada], next_cursor: null }));
  open('in_progress', { list_course_learners });
  const row = (await screen.findByText('Ada')).closest('li') as HTMLElement;
  expect(row.textContent).toContain('Flour');
  expect(within(row).getByRole('progressbar', { name: '1 page done' }).getAttribute('aria-valuenow')).toBe(
    '50',
  );
  expect(list_course_learners).toHaveBeenCalledWith({ course_id: course.id, state: 'in_progress' });
});

it('Those who have not started are shown with the time they joined', async () => {
  const joined = { ...ada, completed_count: 0, progress: 0, last_completed_at: null, last_page_id: null };
  open('not_started', { list_course_learners: () => ({ learners: [joined], next_cursor: null }) });
  const row = (await screen.findByText('Ada')).closest('li') as HTMLElement;
  expect(row.textContent).toContain('Joined');
  expect(within(row).queryByRole('progressbar')).toBeNull();
});

it('A failure can be retried', async () => {
  open('pages', { get_course_statistics: () => Promise.reject(new Error('No')) });
  expect(await screen.findByText("Couldn't load the progress")).toBeTruthy();
});
