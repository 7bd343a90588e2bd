import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api/api-client.ts';
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
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { CourseScreen } from '../reading/course-screen.tsx';

const [week1, week2] = [
  aFolder({ id: idOf(101), title: 'Week 1' }),
  aFolder({ id: idOf(102), title: 'Week 2' }),
];
const pages = [
  aPageSummary({ id: idOf(1), title: 'Flour' }),
  aPageSummary({ id: idOf(2), title: 'Water' }),
  aPageSummary({ id: idOf(3), title: 'Rye', folder_id: week1.id }),
];
const space = aSpace({ membership: { role: 'owner', joined_at: timeOf(0) } });

let lastCourse = 6_000_000;

function open({ can_edit = true, shown = pages, md = idOf(1), responses = {} as Responses } = {}) {
  // Moves that are never confirmed wait in the queue of their course.
  lastCourse += 1;
  const course = aCourse({ id: idOf(lastCourse), can_edit, page_count: shown.length });
  const client = createQueryClient(
    respondWith({
      get_course: () => aCourseResponse(course, [week1, week2], shown),
      get_course_page: ({ page_id }) => ({ page: aCoursePage({ id: page_id }), live_cursor: 1 }),
      ...responses,
    }),
  );
  setViewer(client, anAccount());
  return renderPage(
    client,
    <CourseScreen space={space} address="bread-basics" md={md} />,
    `/bread/space/classroom/bread-basics?md=${md}`,
  );
}

const contents = () => within(screen.getByRole('navigation', { name: 'Pages' }));
const order = () =>
  contents()
    .getAllByRole('listitem')
    .map(({ textContent }) => /^[A-Z][a-z]+( \d)?/.exec(textContent ?? '')?.[0]);
const press = async (name: string, keys: string) => {
  const row = await screen.findByRole(name.startsWith('Week') ? 'button' : 'link', {
    name: new RegExp(`^${name}`),
  });
  await act(async () => row.focus());
  await userEvent.keyboard(keys);
};
const down = '{Alt>}{ArrowDown}{/Alt}';
const up = '{Alt>}{ArrowUp}{/Alt}';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('Alt and an arrow key', () => {
  it('move the focused page within its folder and on into the next one, and say where it is', async () => {
    const move_course_page = vi.fn(() => new Promise<never>(() => {}));
    open({ responses: { move_course_page } });
    await press('Flour', down);
    expect(order()).toEqual(['Water', 'Flour', 'Week 1', 'Rye', 'Week 2']);
    expect(contents().getByRole('status').textContent).toBe('Flour is now 2 of 2');
    await userEvent.keyboard(down);
    expect(order()).toEqual(['Water', 'Week 1', 'Flour', 'Rye', 'Week 2']);
    expect(contents().getByRole('status').textContent).toBe('Flour is now 1 of 2 in Week 1');
    await userEvent.keyboard(down + down + down);
    expect(order()).toEqual(['Water', 'Week 1', 'Rye', 'Week 2', 'Flour']);
    expect(contents().getByRole('status').textContent).toBe('Flour is the last one');
    expect(document.activeElement?.textContent).toBe('Flour');
    await waitFor(() =>
      expect(move_course_page).toHaveBeenCalledWith({
        page_id: idOf(1),
        folder_id: null,
        after_id: idOf(2),
      }),
    );
    await userEvent.keyboard(up);
    expect(order()).toEqual(['Water', 'Week 1', 'Rye', 'Flour', 'Week 2']);
  });

  it('open a folder into which a page is moved', async () => {
    open({ responses: { move_course_page: () => new Promise<never>(() => {}) } });
    await userEvent.click(await screen.findByRole('button', { name: /^Week 1/ }));
    expect(order()).toEqual(['Flour', 'Water', 'Week 1', 'Week 2']);
    await press('Water', down);
    expect(order()).toEqual(['Flour', 'Week 1', 'Water', 'Rye', 'Week 2']);
  });

  it('move the focused folder with its pages', async () => {
    const move_course_folder = vi.fn(() => new Promise<never>(() => {}));
    open({ responses: { move_course_folder } });
    await press('Week 2', up);
    expect(order()).toEqual(['Flour', 'Water', 'Week 2', 'Week 1', 'Rye']);
    expect(contents().getByRole('status').textContent).toBe('Week 2 is now 1 of 2');
    await userEvent.keyboard(up);
    expect(contents().getByRole('status').textContent).toBe('Week 2 is the first one');
    await waitFor(() =>
      expect(move_course_folder).toHaveBeenCalledWith({ folder_id: week2.id, after_id: null }),
    );
  });

  it('move nothing for members, in a search, and with other keys', async () => {
    const move_course_page = vi.fn(() => ({}));
    const many = Array.from({ length: 6 }, (_, n) => aPageSummary({ id: idOf(n + 1), title: `Flour ${n}` }));
    open({ can_edit: false, responses: { move_course_page } });
    await press('Flour', down);
    expect(order()).toEqual(['Flour', 'Water', 'Week 1', 'Rye', 'Week 2']);
    cleanup();
    open({ shown: many, responses: { move_course_page, search_course: () => ({ results: [] }) } });
    await press('Flour 0', '{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}{ArrowDown}');
    await userEvent.type(screen.getByRole('searchbox'), 'flour');
    await press('Flour 0', down);
    expect(order()[0]).toBe('Flour 0');
    expect(move_course_page).not.toHaveBeenCalled();
  });

  it('put a page back if it could not be moved, and say so', async () => {
    const response = Promise.withResolvers<never>();
    const move_course_page = vi.fn(() => response.promise);
    open({ responses: { move_course_page } });
    await press('Flour', down);
    expect(order()[0]).toBe('Water');
    await waitFor(() => expect(move_course_page).toHaveBeenCalled());
    response.reject(new ApiError('position_not_found', 409, 'The order has changed.'));
    expect(await screen.findByText("Couldn't move the page")).toBeTruthy();
    await waitFor(() => expect(order()[0]).toBe('Flour'));
  });
});

it('Of a large course, only the rows in sight are in the document', async () => {
  // Of the box that scrolls, and of each row.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(36);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  const many = Array.from({ length: 1000 }, (_, n) => aPageSummary({ id: idOf(n + 1), title: `Flour ${n}` }));
  open({ shown: many });
  const first = await screen.findByRole('link', { name: 'Flour 0' });
  const rows = () => contents().getAllByRole('listitem');
  expect(rows().length).toBeGreaterThan(10);
  expect(rows().length).toBeLessThan(80);
  expect(rows()[3]?.getAttribute('aria-posinset')).toBe('4');
  expect(rows()[3]?.getAttribute('aria-setsize')).toBe('1002');
  expect(first.closest('li')).toBe(rows()[0]);
});
