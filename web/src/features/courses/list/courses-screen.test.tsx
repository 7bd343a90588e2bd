import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Course } from '#contract/features/courses/courses.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { aCourse } from '#web-testing/course-fixtures.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { anAccount, aSpace, idOf } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { CoursesScreen } from './courses-screen.tsx';

const space = aSpace();
const ownedSpace = aSpace({ permissions: { ...space.permissions, canEditSpace: true } });
const bread = aCourse({ id: idOf(1), title: 'Bread', page_count: 4, completed_count: 1, progress: 25 });
const cake = aCourse({ id: idOf(2), title: 'Cake', slug: 'cake', is_published: false });

function open(courses: Course[], { isOwner = false, responses = {} as Responses } = {}) {
  const shown = isOwner ? courses.map((course) => ({ ...course, can_edit: true })) : courses;
  const client = createQueryClient(
    respondWith({
      list_courses: () => ({ courses: shown, next_cursor: null, live_cursor: 1 }),
      ...responses,
    }),
  );
  setViewer(client, anAccount());
  return renderPage(client, <CoursesScreen space={isOwner ? ownedSpace : space} />, '/bread/space/classroom');
}

const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const press = async (name: string, role = 'button') =>
  await userEvent.click(await screen.findByRole(role, { name }));

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('The classroom', () => {
  it('shows members the courses with their progress, and nothing to edit', async () => {
    open([bread, cake]);
    const card = within((await screen.findByText('Bread')).closest('li') as HTMLElement);
    expect(card.getByRole('link').getAttribute('href')).toContain('/space/classroom/bread-basics');
    expect(card.getByRole('progressbar', { name: '4 pages' }).getAttribute('aria-valuenow')).toBe('25');
    // A course without pages has no progress.
    expect(screen.getAllByRole('progressbar')).toHaveLength(1);
    expect(screen.getByText('Draft')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says that it is empty, and how to begin', async () => {
    open([]);
    expect(await screen.findByText('New courses will show up here.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'New course' })).toBeNull();
    cleanup();
    open([], { isOwner: true });
    expect(await screen.findByRole('button', { name: 'New course' })).toBeTruthy();
  });

  it('creates a course and opens it', async () => {
    const create_course = vi.fn(() => ({ course: { ...cake, can_edit: true } }));
    const { href } = open([], { isOwner: true, responses: { create_course } });
    await press('New course');
    await press('Create course');
    expect(await screen.findByText('Add a title.')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Cake');
    await press('Create course');
    await waitFor(() => expect(href()).toContain('/space/classroom/cake'));
    expect(create_course).toHaveBeenCalledWith(expect.objectContaining({ title: 'Cake' }));
  });

  it('moves a course and puts it back if that fails', async () => {
    const response = Promise.withResolvers<never>();
    open([bread, cake], { isOwner: true, responses: { move_course: () => response.promise } });
    await press('Options of Bread');
    await press('Move down', 'menuitem');
    await waitFor(() => expect(titles()).toEqual(['Cake', 'Bread']));
    response.reject(new ApiError('position_not_found', 409, 'The order has changed.'));
    expect(await screen.findByText("Couldn't move the course")).toBeTruthy();
    await waitFor(() => expect(titles()).toEqual(['Bread', 'Cake']));
  });

  it('publishes a course', async () => {
    const update_course = vi.fn(() => ({ course: { ...cake, is_published: true, can_edit: true } }));
    open([cake], { isOwner: true, responses: { update_course } });
    await press('Options of Cake');
    await press('Publish course', 'menuitem');
    expect(await screen.findByText('Cake was published')).toBeTruthy();
    expect(update_course).toHaveBeenCalledWith({ course_id: cake.id, is_published: true });
  });

  it('deletes a course after a confirmation and can undo it', async () => {
    const remove = vi.fn(() => ({}));
    const restore = vi.fn(() => ({ course: bread }));
    open([bread], { isOwner: true, responses: { delete_course: remove, restore_course: restore } });
    await press('Options of Bread');
    await press('Delete course', 'menuitem');
    expect(remove).not.toHaveBeenCalled();
    await press('Delete course');
    expect(await screen.findByText('Course Deleted')).toBeTruthy();
    await press('Undo');
    await waitFor(() => expect(restore).toHaveBeenCalledWith({ course_id: bread.id }));
  });

  it('says that the list could not be loaded', async () => {
    const list_courses = () => Promise.reject(new ApiError('space_not_found', 404, 'No.'));
    open([], { responses: { list_courses } });
    expect(await screen.findByText("Couldn't load the courses")).toBeTruthy();
  });
});
