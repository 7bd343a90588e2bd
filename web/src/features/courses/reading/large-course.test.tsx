import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Course } from '#contract/features/courses/courses.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { aCourse, aCoursePage, aCourseResponse, aPageSummary } from '#web-testing/course-fixtures.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { anAccount, aSpace, idOf, timeOf } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { CourseScreen } from './course-screen.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const count = 400;
const pages = Array.from({ length: count }, (_, n) =>
  aPageSummary({ id: idOf(n + 1), title: `Lesson ${n + 1}`, completed_at: n < 100 ? timeOf(n) : null }),
);
const space = aSpace({ membership: { role: 'member', joined_at: timeOf(0) } });
const path = '/bread/space/classroom/bread-basics';

/**
 * Opens a course whose first response has the pages from `from` on. The one with all pages comes once `sendAll` is called; a request that
 * is under way fails with `failAll`.
 */
function open({ md, from, fields = {} }: { md?: string; from: number; fields?: Partial<Course> }) {
  let all = Promise.withResolvers<void>();
  const failAll = () => {
    all.reject(new ApiError('rate_limited', 429, 'Too many requests.'));
    all = Promise.withResolvers<void>();
  };
  const course = aCourse({ page_count: count, completed_count: 100, progress: 25, ...fields });
  const asked: (string | undefined)[] = [];
  const client = createQueryClient(
    respondWith({
      get_course: async ({ around }) => {
        asked.push(around);
        if (around === undefined) {
          await all.promise;
          return aCourseResponse(course, [], pages);
        }
        const part = aCourseResponse(course, [], pages.slice(from, from + 64));
        const missing = { ...(from > 0 ? { before: from } : {}), after: count - from - 64 };
        return { ...part, tree: { ...part.tree, ...missing } };
      },
      get_course_page: ({ page_id }) => ({ page: aCoursePage({ ...pages[0], id: page_id }), live_cursor: 1 }),
      set_page_completion: () => ({
        completed_at: timeOf(500),
        page_count: count,
        completed_count: 101,
        progress: 25,
      }),
      list_courses: () => ({ courses: [course], next_cursor: null, live_cursor: 1 }),
    }),
  );
  setViewer(client, anAccount());
  const element = (shown?: string) => <CourseScreen space={space} address="bread-basics" md={shown} />;
  const page = renderPage(client, element(md), path);
  const tree = () => readEntity(client, 'course_tree', course.id);
  return {
    ...page,
    asked,
    sendAll: () => all.resolve(),
    failAll,
    tree,
    course: () => readEntity(client, 'course', course.id),
    show: (shown: string) => page.update(element(shown)),
    hasAll: () => waitFor(() => expect([tree()?.pages.length, tree()?.missing]).toEqual([count, null])),
  };
}

it('A large course is opened with the pages around the one of the address, and all of them follow', async () => {
  const { asked, sendAll, hasAll } = open({ md: idOf(201), from: 168 });
  expect(await screen.findByRole('heading', { name: 'Lesson 201' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Next page: Lesson 202' })).toBeTruthy();
  expect(asked[0]).toBe(idOf(201));
  await waitFor(() => expect(asked).toEqual([idOf(201), undefined]));
  sendAll();
  await hasAll();
});

it('Without a page in the address, a large course opens with the first one that is not done', async () => {
  const { asked, href } = open({ from: 68 });
  await waitFor(() => expect(href()).toBe(`${path}?md=${idOf(101)}`));
  expect(asked[0]).toBe('next');
});

it('A page that is not here yet is shown once it is, and no other one in its place', async () => {
  const { asked, show, sendAll, href } = open({ md: idOf(1), from: 0 });
  await screen.findByRole('heading', { name: 'Lesson 1' });
  show(idOf(350));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(screen.queryByRole('heading', { name: /Lesson/ })).toBeNull();
  sendAll();
  expect(await screen.findByRole('heading', { name: 'Lesson 350' })).toBeTruthy();
  expect(href()).toBe(path);
});

it('Progress counts the pages that are not here yet', async () => {
  const { course, sendAll, hasAll } = open({ md: idOf(101), from: 68 });
  const [button] = await screen.findAllByRole('button', { name: /Mark as (done|complete)/i });
  if (button) await userEvent.click(button);
  await waitFor(() => expect(course()?.completed_count).toBe(101));
  expect(course()).toMatchObject({ page_count: count, progress: 25 });
  sendAll();
  await hasAll();
});

it('A search waits for the pages that are not here yet', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(36);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  const { sendAll, tree, hasAll } = open({ md: idOf(1), from: 0 });
  await screen.findByRole('heading', { name: 'Lesson 1' });
  const [field] = screen.getAllByRole('searchbox');
  if (field) await userEvent.type(field, 'Lesson 399');
  expect(tree()?.missing).not.toBeNull();
  expect(screen.queryByText('No pages found.')).toBeNull();
  sendAll();
  await hasAll();
  expect(await screen.findByRole('link', { name: /Lesson 399/ })).toBeTruthy();
});

it('Editors move nothing while pages are missing', async () => {
  const { sendAll, container } = open({ md: idOf(1), from: 0, fields: { can_edit: true } });
  await screen.findByRole('heading', { name: 'Lesson 1' });
  expect(container.querySelector('.course-tree[data-movable]')).toBeNull();
  sendAll();
  await waitFor(() => expect(container.querySelector('.course-tree[data-movable]')).not.toBeNull());
});

describe('A request for all pages that fails', () => {
  const title = "Couldn't load all pages";

  it('is reported in place of a page that is not here, and repeated on demand', async () => {
    const { asked, failAll, sendAll, show } = open({ md: idOf(1), from: 0 });
    await screen.findByRole('heading', { name: 'Lesson 1' });
    show(idOf(350));
    await waitFor(() => expect(asked).toHaveLength(2));
    failAll();
    const main = () => document.querySelector<HTMLElement>('.course-main') as HTMLElement;
    expect(await within(main()).findByText(title)).toBeTruthy();
    expect(within(main()).getByText('Too many requests.')).toBeTruthy();
    expect(screen.getAllByText(title)).toHaveLength(1);
    await userEvent.click(within(main()).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(asked).toHaveLength(3));
    expect(screen.queryByText(title)).toBeNull();
    sendAll();
    expect(await screen.findByRole('heading', { name: 'Lesson 350' })).toBeTruthy();
  });

  it('is reported once beside the last page of the part', async () => {
    const { asked, failAll } = open({ md: idOf(64), from: 0 });
    await screen.findByRole('heading', { name: 'Lesson 64' });
    await waitFor(() => expect(asked).toHaveLength(2));
    failAll();
    expect(await screen.findAllByText(title)).toHaveLength(1);
  });

  it('is reported once beside the contents, also instead of a search', async () => {
    const { asked, failAll, sendAll, hasAll } = open({ md: idOf(201), from: 168 });
    await screen.findByRole('heading', { name: 'Lesson 201' });
    await waitFor(() => expect(asked).toHaveLength(2));
    failAll();
    expect(await screen.findAllByText(title)).toHaveLength(1);
    const [field] = screen.getAllByRole('searchbox');
    if (field) await userEvent.type(field, 'Lesson 399');
    expect(screen.getAllByText(title)).toHaveLength(1);
    // The comments of the page can't be loaded here, either.
    const failure = screen.getByText(title).closest<HTMLElement>('[role=alert]') as HTMLElement;
    await userEvent.click(within(failure).getByRole('button', { name: 'Try again' }));
    sendAll();
    await hasAll();
    expect(screen.queryByText(title)).toBeNull();
  });
});

describe('The last page of the part that is here', () => {
  const end = "You've reached the end of this course.";
  beforeEach(() => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: media === '(width < 48rem)',
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    // Only what is urgent is requested.
    vi.stubGlobal('requestIdleCallback', () => 0);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is not the end of the course: the next one is requested, and shown once it is here', async () => {
    const { asked, sendAll, href, show } = open({ md: idOf(201), from: 168 });
    await screen.findByRole('heading', { name: 'Lesson 201' });
    expect(asked).toHaveLength(1);
    show(idOf(232));
    await screen.findByRole('heading', { name: 'Lesson 232' });
    await waitFor(() => expect(asked).toEqual([idOf(201), undefined]));
    await userEvent.click(screen.getByText('Next →', { selector: 'button' }));
    expect(screen.queryByText(end)).toBeNull();
    expect(href()).toBe(path);
    sendAll();
    await waitFor(() => expect(href()).toBe(`${path}?md=${idOf(233)}`));
    expect(screen.queryByText(end)).toBeNull();
  });

  it('does not go on by itself once the request failed', async () => {
    const { asked, failAll, sendAll, hasAll, href, container } = open({ md: idOf(64), from: 0 });
    await screen.findByRole('heading', { name: 'Lesson 64' });
    await waitFor(() => expect(asked).toHaveLength(2));
    await userEvent.click(screen.getByText('Next →', { selector: 'button' }));
    failAll();
    await waitFor(() => expect(container.querySelector('.lesson [role=alert]')).not.toBeNull());
    const [retry] = screen.getAllByRole('button', { name: 'Try again' });
    if (retry) await userEvent.click(retry);
    sendAll();
    await hasAll();
    expect(href()).toBe(path);
  });

  it('offers the next one once it is here, without going on by itself', async () => {
    const { asked, sendAll, href } = open({ md: idOf(64), from: 0 });
    await screen.findByRole('heading', { name: 'Lesson 64' });
    await waitFor(() => expect(asked).toHaveLength(2));
    sendAll();
    expect(await screen.findByText('Next →', { selector: 'a' })).toBeTruthy();
    expect(href()).toBe(path);
  });

  it('says that the next one could not be loaded', async () => {
    const { asked, failAll, container } = open({ md: idOf(64), from: 0 });
    await screen.findByRole('heading', { name: 'Lesson 64' });
    await waitFor(() => expect(asked).toHaveLength(2));
    failAll();
    await waitFor(() => expect(container.querySelector('.lesson [role=alert]')).not.toBeNull());
    await userEvent.click(screen.getByText('Next →', { selector: 'button' }));
    await waitFor(() => expect(asked).toHaveLength(3));
  });

  it('is the end of the course if nothing is missing after it', async () => {
    open({ md: idOf(400), from: 336 });
    await screen.findByRole('heading', { name: 'Lesson 400' });
    await userEvent.click(screen.getByText('Next →', { selector: 'button' }));
    expect(await screen.findByText(end)).toBeTruthy();
  });
});
