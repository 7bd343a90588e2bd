import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Course, CoursePageSummary } from '#contract/features/courses/courses.ts';
import { toProgress } from '#contract/values/progress.ts';
import { ApiError, type ApiOutput } from '#web/lib/api/api-client.ts';
import { patchEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import {
  aCourse,
  aCoursePage,
  aCourseResponse,
  aFolder,
  aPageSummary,
} from '#web-testing/course-fixtures.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { anAccount, aSpace, idOf, timeOf } from '#web-testing/fixtures.ts';
import { aQuiz } from '#web-testing/quiz-fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { removePage } from '../course-tree.ts';
import { CourseScreen } from './course-screen.tsx';

const week1 = aFolder({ id: idOf(101), title: 'Week 1' });
const lessons = aFolder({ id: idOf(102), title: 'Lessons' });
const space = aSpace({ membership: { role: 'member', joined_at: timeOf(0) } });
const [flour, water, oven] = [
  aPageSummary({ id: idOf(1), title: 'Flour', completed_at: timeOf(1) }),
  aPageSummary({ id: idOf(2), title: 'Water', folder_id: week1.id }),
  aPageSummary({ id: idOf(3), title: 'Oven', folder_id: lessons.id }),
];

interface Given {
  course?: Partial<Course>;
  pages?: CoursePageSummary[];
  md?: string;
  moduleId?: string;
  responses?: Responses;
  isOwner?: boolean;
}

function open(given: Given = {}) {
  const { course: fields, pages = [flour, water, oven], md, moduleId, responses, isOwner = false } = given;
  const completed = pages.filter(({ completed_at }) => completed_at).length;
  const course = aCourse({
    page_count: pages.length,
    completed_count: completed,
    progress: toProgress(completed, pages.length),
    can_edit: isOwner,
    ...fields,
  });
  const client = createQueryClient(
    respondWith({
      get_course: () => aCourseResponse(course, [week1, lessons], pages),
      get_course_page: ({ page_id }) => ({
        page: aCoursePage({
          ...(pages.find(({ id }) => id === page_id) ?? flour),
          body: page_id === oven.id ? '' : `<p>All about ${page_id}</p>`,
        }),
        live_cursor: 1,
      }),
      ...responses,
    }),
  );
  setViewer(client, anAccount());
  const element = (shown?: string) => (
    <CourseScreen
      space={isOwner ? { ...space, membership: { role: 'owner', joined_at: timeOf(0) } } : space}
      address="bread-basics"
      md={shown}
      moduleId={moduleId}
    />
  );
  const page = renderPage(client, element(md), '/bread/space/classroom/bread-basics');
  return { ...page, client, show: (shown: string) => page.update(element(shown)) };
}

const path = '/bread/space/classroom/bread-basics';
const progress = () => screen.getByRole('progressbar').getAttribute('aria-valuenow');
const press = async (name: string | RegExp, role = 'button') =>
  await userEvent.click(await screen.findByRole(role, { name }));

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('A course on a wide window', () => {
  it('shows why a page is locked in place of its text and its button, and does not load it', async () => {
    const unmet = [{ rule: { kind: 'level' as const, level: 3 }, opens_at: null, title: null }];
    const load = vi.fn();
    open({
      md: water.id,
      pages: [flour, { ...water, lock: { match: 'all', unmet, opens_at: null } }],
      responses: { get_course_page: load },
    });
    expect(await screen.findByRole('region', { name: 'Locked' })).toBeTruthy();
    const step = screen.getByRole('link', { name: 'Reach level 3' });
    expect(step.getAttribute('href')).toBe('/bread/space/leaderboard');
    expect(screen.queryByRole('button', { name: /complete|done/i })).toBeNull();
    expect(load).not.toHaveBeenCalled();
  });

  it('leads from a lock to what must be completed first', async () => {
    const lockOf = (kind: 'course' | 'page', id: string, title: string | null = 'Basics') => {
      const rule = { kind: 'prerequisite' as const, target: { kind, id } };
      return { match: 'all' as const, unmet: [{ rule, opens_at: null, title }], opens_at: null };
    };
    const linkOf = async (lock: ReturnType<typeof lockOf>) => {
      const { unmount } = open({ md: water.id, pages: [flour, { ...water, lock }, oven] });
      const box = within(await screen.findByRole('region', { name: 'Locked' }));
      const href = box.queryByRole('link')?.getAttribute('href');
      unmount();
      return href;
    };
    expect(await linkOf(lockOf('page', flour.id))).toBe(`${path}?md=${flour.id}`);
    expect(await linkOf(lockOf('course', idOf(9)))).toBe(`/bread/space/classroom/${idOf(9)}`);
    expect(await linkOf(lockOf('page', idOf(9)))).toBeUndefined();
    expect(await linkOf(lockOf('course', idOf(9), null))).toBeUndefined();
  });

  it('asks before a page that is open only because it is done is marked as incomplete', async () => {
    const unmet = [{ rule: { kind: 'level' as const, level: 3 }, opens_at: null, title: null }];
    const set = vi.fn(() => ({ completed_at: null, page_count: 3, completed_count: 0, progress: 0 }));
    open({
      md: flour.id,
      pages: [{ ...flour, lock: { match: 'all', unmet, opens_at: null } }, water],
      responses: { set_page_completion: set },
    });
    await press('Mark as incomplete');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Mark as incomplete?' }));
    expect(set).not.toHaveBeenCalled();
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as incomplete' }));
    await waitFor(() => expect(set).toHaveBeenCalledWith({ page_id: flour.id, completed: false }));
  });

  it('congratulates once the last page is done', async () => {
    const set = () => ({ completed_at: timeOf(9), page_count: 2, completed_count: 2, progress: 100 });
    open({ md: water.id, pages: [flour, water], responses: { set_page_completion: set } });
    await screen.findByText(`All about ${water.id}`);
    expect(screen.queryByText('Course completed')).toBeNull();
    await press('Mark as done');
    expect(await screen.findByText('Course completed')).toBeTruthy();
  });

  it('says why a mark could not be taken back, and does not congratulate again', async () => {
    const response = Promise.withResolvers<never>();
    const pages = [flour, { ...water, completed_at: timeOf(8) }];
    open({ md: water.id, pages, responses: { set_page_completion: () => response.promise } });
    await press('Mark as incomplete');
    expect(progress()).toBe('50');
    response.reject(new ApiError('unavailable', 503, 'Later.'));
    expect(await screen.findByText('Failed to update lesson completion status.')).toBeTruthy();
    await waitFor(() => expect(progress()).toBe('100'));
    expect(screen.queryByText('Course completed')).toBeNull();
  });

  it('congratulates on a mark once the server has it, not on one that failed', async () => {
    type Output = ApiOutput<'set_page_completion'>;
    const [failing, working] = [Promise.withResolvers<Output>(), Promise.withResolvers<Output>()];
    const set = vi.fn(() => working.promise).mockReturnValueOnce(failing.promise);
    open({ md: water.id, pages: [flour, water], responses: { set_page_completion: set } });
    await press('Mark as done');
    await waitFor(() => expect(progress()).toBe('100'));
    failing.reject(new ApiError('unavailable', 503, 'Later.'));
    await waitFor(() => expect(progress()).toBe('50'));
    expect(screen.queryByText('Course completed')).toBeNull();
    await press('Mark as done');
    await waitFor(() => expect(progress()).toBe('100'));
    expect(screen.queryByText('Course completed')).toBeNull();
    working.resolve({ completed_at: timeOf(9), page_count: 2, completed_count: 2, progress: 100 });
    expect(await screen.findByText('Course completed')).toBeTruthy();
  });

  it('shows no empty line below the only page', async () => {
    const { container } = open({ md: flour.id, pages: [flour] });
    await screen.findByText(`All about ${flour.id}`);
    expect(container.querySelector('.border-t')).toBeNull();
  });

  it('opens with the first page that is not done', async () => {
    const { href } = open();
    await waitFor(() => expect(href()).toBe(`${path}?md=${water.id}`));
  });

  it('opens with the page that was viewed last until the course is left', async () => {
    const first = open({ md: oven.id });
    await screen.findByText('No content available for this lesson.');
    expect(localStorage.getItem(`hearth.last-page:${idOf(6_000_000)}`)).toBe(`"${oven.id}"`);
    first.unmount();
    expect(localStorage.length).toBe(0);
    localStorage.setItem(`hearth.last-page:${idOf(6_000_000)}`, `"${oven.id}"`);
    const { href } = open();
    await waitFor(() => expect(href()).toBe(`${path}?md=${oven.id}`));
  });

  it('opens with a page of the folder that the address names, if it has any', async () => {
    const { href } = open({ moduleId: lessons.id });
    await waitFor(() => expect(href()).toBe(`${path}?md=${oven.id}`));
    cleanup();
    const other = open({ moduleId: idOf(9) });
    await waitFor(() => expect(other.href()).toBe(`${path}?md=${water.id}`));
  });

  it('ignores the overview of phones and pages that are gone', async () => {
    const { href } = open({ md: 'menu' });
    await waitFor(() => expect(href()).toBe(`${path}?md=${water.id}`));
    cleanup();
    const other = open({ md: idOf(9) });
    await waitFor(() => expect(other.href()).toBe(`${path}?md=${water.id}`));
  });

  it('shows pages, folders with their counts, and the page with its neighbors', async () => {
    open({ md: water.id });
    expect(await screen.findByText(`All about ${water.id}`)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Water');
    const contents = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(contents.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'FlourDone',
      'Water',
      'Oven',
    ]);
    expect(contents.getByRole('link', { name: 'Water' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: 'Previous page: Flour' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Next page: Oven' })).toBeTruthy();
    const folder = contents.getByRole('button', { name: /Week 1.*1 page/ });
    expect(folder.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(folder);
    expect(contents.queryByRole('link', { name: 'Water' })).toBeNull();
  });

  it('lets members mark pages as done and edit nothing', async () => {
    const set = vi.fn(() => ({ completed_at: timeOf(9), page_count: 3, completed_count: 2, progress: 67 }));
    open({ md: water.id, responses: { set_page_completion: set } });
    await press('Mark as done');
    expect(progress()).toBe('67');
    await waitFor(() => expect(set).toHaveBeenCalledWith({ page_id: water.id, completed: true }));
    expect(screen.getByRole('button', { name: 'Mark as incomplete' })).toBeTruthy();
    for (const name of [/^Options/, 'Edit', 'New page'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('shows no progress to people who are not members', async () => {
    open({ md: water.id, course: { progress: null, completed_count: 0 } });
    await screen.findByText(`All about ${water.id}`);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Mark as done' })).toBeNull();
  });

  it('says that a course is empty', async () => {
    open({ pages: [] });
    expect(await screen.findByText("This course doesn't have any lessons yet.")).toBeTruthy();
    cleanup();
    open({ pages: [], isOwner: true });
    expect(await screen.findByRole('button', { name: 'Start writing' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Mark as done' })).toHaveProperty('disabled', true);
  });

  it('says that there is no such course', async () => {
    const get_course = () => Promise.reject(new ApiError('course_not_found', 404, 'No.'));
    open({ responses: { get_course } });
    expect(await screen.findByRole('heading', { name: 'Course Not Found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Classroom' })).toBeTruthy();
  });
});

describe('An editor of a course', () => {
  it('goes on writing when the page that is shown is deleted elsewhere', async () => {
    const { client, href } = open({ isOwner: true, md: water.id });
    await press('New page');
    await screen.findByRole('form', { name: 'New page' });
    act(() => patchEntity(client, 'course_tree', idOf(6_000_000), (tree) => removePage(tree, water.id)));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Water' })).toBeNull());
    expect(screen.getByRole('form', { name: 'New page' })).toBeTruthy();
    await press('CANCEL');
    await waitFor(() => expect(href()).toBe(`${path}?md=${oven.id}`));
  });

  it('goes on writing while the bare address leads to a page, and stops when they go to another', async () => {
    const { show } = open({ isOwner: true });
    await press('New page');
    await screen.findByRole('form', { name: 'New page' });
    show(water.id);
    await waitFor(() => expect(screen.getByRole('link', { name: 'Water' }).ariaCurrent).toBe('page'));
    expect(screen.getByRole('form', { name: 'New page' })).toBeTruthy();
    show(flour.id);
    await waitFor(() => expect(screen.queryByRole('form', { name: 'New page' })).toBeNull());
    show(water.id);
    expect(await screen.findByText(`All about ${water.id}`)).toBeTruthy();
  });

  it('is led to the page that was saved, also if the one behind the editor is gone', async () => {
    const create = () => ({ page: aCoursePage({ id: idOf(9), title: 'Salt' }) });
    const { client, href } = open({ isOwner: true, md: water.id, responses: { create_course_page: create } });
    await press('New page');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Salt');
    act(() => patchEntity(client, 'course_tree', idOf(6_000_000), (tree) => removePage(tree, water.id)));
    await press('SAVE');
    await waitFor(() => expect(href()).toBe(`${path}?md=${idOf(9)}`));
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(href()).toBe(`${path}?md=${idOf(9)}`);
  });

  it('sees the course as a member does until that is stopped', async () => {
    const draft = aPageSummary({ id: idOf(4), title: 'Salt', is_published: false });
    const unmet = [{ rule: { kind: 'level' as const, level: 3 }, opens_at: null, title: null }];
    const lock = { match: 'all' as const, unmet, opens_at: null };
    const seen = (kind: 'course' | 'folder' | 'page', id: string, itemLock: typeof lock | null = null) => ({
      item: { kind, id },
      lock: itemLock,
    });
    open({
      isOwner: true,
      pages: [flour, water, oven, draft],
      md: flour.id,
      responses: {
        list_courses: () => ({ courses: [], next_cursor: null, live_cursor: 1 }),
        preview_course_access: () => ({
          items: [
            seen('course', idOf(6_000_000)),
            seen('folder', week1.id),
            seen('page', flour.id, lock),
            seen('page', water.id),
          ],
        }),
      },
    });
    await press('Options of the course');
    await press('Who can open this', 'menuitem');
    await press('See as', 'tab');
    await screen.findByRole('region', { name: 'What they can open' });
    await press('Show the course like this');
    const banner = await screen.findByText(/^You see the course as a member at level 1 who joined today/);
    expect(banner).toBeTruthy();
    expect(await screen.findByText('Reach level 3')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Salt/ })).toBeNull();
    for (const name of [/^Options/, 'Edit', 'New page', /^Mark as/])
      expect(screen.queryByRole('button', { name })).toBeNull();
    await press('Stop');
    expect(await screen.findByText(`All about ${flour.id}`)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'New page' })).toBeTruthy();
  });

  it('deletes a page after a confirmation and can undo it', async () => {
    const remove = vi.fn(() => ({}));
    const restore = vi.fn(() => ({ page: aCoursePage() }));
    open({
      isOwner: true,
      md: flour.id,
      responses: { delete_course_page: remove, restore_course_page: restore },
    });
    await press('Options of Water');
    await press('Delete page', 'menuitem');
    expect(remove).not.toHaveBeenCalled();
    await press('Delete page');
    expect(await screen.findByText('Page Water has been deleted')).toBeTruthy();
    expect(remove).toHaveBeenCalledWith({ page_id: water.id });
    await press('Undo');
    await waitFor(() => expect(restore).toHaveBeenCalledWith({ page_id: water.id }));
  });

  it('reverts a page to a draft after a confirmation', async () => {
    const update = vi.fn(() => ({ page: aCoursePage({ ...water, is_published: false }) }));
    open({ isOwner: true, md: flour.id, responses: { update_course_page: update } });
    await press('Options of Water');
    await press('Revert to draft', 'menuitem');
    expect(update).not.toHaveBeenCalled();
    await press('Revert to draft');
    expect(await screen.findByText('Water was reverted to draft')).toBeTruthy();
    expect(update).toHaveBeenCalledWith({ page_id: water.id, is_published: false });
  });

  it('moves a page to another folder', async () => {
    const move = vi.fn(() => ({}));
    open({ isOwner: true, md: flour.id, responses: { move_course_page: move } });
    await press('Options of Flour');
    await press('Change folder', 'menuitem');
    await userEvent.click(await screen.findByRole('radio', { name: 'Lessons' }));
    await press('Move');
    expect(await screen.findByText('Flour was moved to Lessons')).toBeTruthy();
    expect(move).toHaveBeenCalledWith({ page_id: flour.id, folder_id: lessons.id });
  });

  it('keeps the order if moving a folder fails', async () => {
    const move_course_folder = () => Promise.reject(new ApiError('position_not_found', 409, 'Changed.'));
    open({ isOwner: true, md: flour.id, responses: { move_course_folder } });
    await press('Options of Lessons');
    await press('Move up', 'menuitem');
    expect(await screen.findByText("Couldn't move the folder")).toBeTruthy();
    const folders = () =>
      screen.getAllByRole('button', { expanded: true }).map(({ textContent }) => textContent?.slice(0, 6));
    await waitFor(() => expect(folders()).toEqual(['Week 1', 'Lesson']));
  });

  it('adds a folder with a title', async () => {
    const create = vi.fn(() => ({ folder: { ...week1, title: 'Week 2' } }));
    open({ isOwner: true, md: flour.id, responses: { create_course_folder: create } });
    await press('Options of the course');
    await press('Add folder', 'menuitem');
    await press('Add folder');
    expect(await screen.findByText('Add a title.')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Week 2');
    await press('Add folder');
    expect(await screen.findByText('Folder created')).toBeTruthy();
    expect(create).toHaveBeenCalledWith(expect.objectContaining({ title: 'Week 2' }));
  });
});

describe('A course on a phone', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: media === '(width < 48rem)',
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
  });

  it('leads from the bare address to the overview', async () => {
    const { href, show } = open();
    await waitFor(() => expect(href()).toBe(`${path}?md=menu`));
    show('menu');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bread basics');
    await press('Search pages');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search pages' }), 'wat');
    const contents = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(contents.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Water']);
  });

  it('leads from the address of a folder to its page, but not from the overview', async () => {
    const { href, unmount } = open({ moduleId: lessons.id });
    await waitFor(() => expect(href()).toBe(`${path}?md=${oven.id}`));
    unmount();
    const overview = open({ md: 'menu', moduleId: lessons.id });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Bread basics');
    await waitFor(() => expect(overview.client.isFetching()).toBe(0));
    expect(overview.href()).toBe(path);
  });

  it('goes on and back with links and keys', async () => {
    const { href, show } = open({ md: water.id });
    await screen.findByText(`All about ${water.id}`);
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(href()).toBe(`${path}?md=${oven.id}`));
    show(oven.id);
    await userEvent.keyboard('{ArrowRight}');
    expect(await screen.findByText("You've reached the end of this course.")).toBeTruthy();
    await userEvent.keyboard('{ArrowUp}');
    await waitFor(() => expect(href()).toBe(`${path}?md=${water.id}`));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(href()).toBe(`${path}?md=menu`));
    expect(screen.getByRole('link', { name: '← Menu' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Next →' })).toBeTruthy();
    expect(screen.getByText('Page 3 of 3')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Mark as done' }).textContent).toBe('Mark as done');
  });

  it('offers the certificate on the last page once all are done', async () => {
    const responses = { get_course_certificate: () => ({ is_on: true, certificate: null }) };
    const done = [flour, water, oven].map((page) => ({ ...page, completed_at: timeOf(1) }));
    // The overview, which has one too, is hidden by style sheets.
    const reading = async () => within(await screen.findByRole('article'));
    const button = { name: 'Get your certificate' };
    open({ md: oven.id, pages: done, responses });
    expect(await (await reading()).findByRole('button', button)).toBeTruthy();
    cleanup();
    for (const given of [
      { md: oven.id, responses },
      { md: water.id, pages: done, responses },
    ]) {
      const { client } = open(given);
      const page = await reading();
      await waitFor(() => expect(client.isFetching()).toBe(0));
      expect(page.queryByRole('button', button)).toBeNull();
      cleanup();
    }
  });

  it('offers editing a page to the owner only', async () => {
    open({ md: water.id, course: { can_edit: true } });
    await press('Options of the page');
    expect(await screen.findByRole('menuitem', { name: 'Copy page link' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull();
    cleanup();
    open({ md: water.id, isOwner: true });
    await press('Options of the page');
    expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeTruthy();
  });

  it('says that there is no such course', async () => {
    const get_course = () => Promise.reject(new ApiError('course_not_found', 404, 'No.'));
    open({ responses: { get_course } });
    expect(await screen.findByRole('heading', { name: 'Error Loading Course' })).toBeTruthy();
    expect(screen.getByRole('link', { name: '← Back to Courses' })).toBeTruthy();
  });
});

it('A page with a quiz leads to it until it is done, and then says so', async () => {
  const quizPage = aPageSummary({ id: idOf(1), title: 'Flour', has_quiz: true });
  const responses = { get_page_quiz: () => ({ quiz: aQuiz() }) };
  open({ pages: [quizPage], md: quizPage.id, responses });
  expect((await screen.findAllByRole('button', { name: 'Take the quiz' })).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Mark as done' })).toBeNull();
  cleanup();
  open({ pages: [{ ...quizPage, completed_at: timeOf(1) }], md: quizPage.id, responses });
  expect((await screen.findAllByText('Done')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Mark as incomplete' })).toBeNull();
});
