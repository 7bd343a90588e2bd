import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { aCourse, aFolder, aPageSummary } from '#web-testing/course-fixtures.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aPerson, idOf, timeOf } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { CourseAccessDialog } from './course-access-dialog.tsx';

const course = aCourse({ can_edit: true });
const folder = aFolder();
const page = aPageSummary({ folder_id: folder.id });
const other = aPageSummary({ id: idOf(2), title: 'Water' });
const tree = { id: course.id, folders: [folder], pages: [other, page] };
const item = { kind: 'page', id: page.id } as const;

const baker = aCourse({ id: idOf(6_000_001), slug: 'baker', title: 'Baking' });
const list = () => ({ courses: [course, baker], next_cursor: null, live_cursor: 1 });

function open(responses: Responses, onClose = vi.fn()) {
  const client = createQueryClient(respondWith({ list_courses: list, ...responses }));
  const onSeeAs = vi.fn();
  const props = { course, tree, item, viewerId: 'u1', onSeeAs, onClose };
  renderPage(client, <CourseAccessDialog {...props} />, '/bread');
  return { onClose, onSeeAs };
}
const press = async (name: string | RegExp, role = 'button') =>
  await userEvent.click(await screen.findByRole(role, { name }));
const choose = async (field: RegExp, option: string | RegExp) => {
  await press(field, 'combobox');
  await press(option, 'option');
};

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('The rules of a page', () => {
  it('are saved together, as days and something to complete first', async () => {
    const save = vi.fn(() => ({ access: null }));
    const { onClose } = open({ set_course_access: save });
    await press('Add rule');
    await choose(/Rule 1/, 'Days since joining');
    const days = screen.getByRole('spinbutton', { name: 'Days' });
    await userEvent.clear(days);
    await userEvent.type(days, '14');
    await press('Add rule');
    await choose(/Rule 2/, 'Something completed');
    await press('Save rules');
    expect(await screen.findByText('Choose a course or a page.')).toBeTruthy();
    expect(save).not.toHaveBeenCalled();
    await choose(/To complete first/, /Water/);
    await userEvent.click(screen.getByRole('radio', { name: 'any one rule is met' }));
    await press('Save rules');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(save).toHaveBeenCalledWith({
      course_id: course.id,
      item_kind: 'page',
      item_id: page.id,
      match: 'any',
      rules: [
        { kind: 'days', days: 14 },
        { kind: 'prerequisite', target: { kind: 'page', id: other.id } },
      ],
    });
  });

  it('are kept until they are saved, also when the dialog or their tab is closed', async () => {
    const save = vi.fn(() => ({ access: null }));
    const responses: Responses = {
      set_course_access: save,
      list_course_access: () => ({ members: [], next_cursor: null }),
    };
    const level = async () => (await screen.findByRole('combobox', { name: /From level/ })).textContent;
    const { onClose } = open(responses);
    await press('Add rule');
    await choose(/From level/, 'Level 5');
    await press('Members', 'tab');
    await screen.findByText('No members yet');
    await press('Rules', 'tab');
    expect(await level()).toContain('Level 5');
    cleanup();
    open(responses, onClose);
    expect(await screen.findByText('Unsaved changes restored.')).toBeTruthy();
    expect(await level()).toContain('Level 5');
    await press('Save rules');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    cleanup();
    open(responses);
    await screen.findByRole('button', { name: 'Add rule' });
    expect(screen.queryByText('Unsaved changes restored.')).toBeNull();
  });

  it('that are restored can be discarded', async () => {
    open({});
    await press('Add rule');
    cleanup();
    open({});
    await press('Discard changes');
    expect(screen.queryAllByRole('listitem')).toHaveLength(0);
    expect(screen.queryByText('Unsaved changes restored.')).toBeNull();
  });

  it('never offer the page itself as what comes first', async () => {
    open({});
    await press('Add rule');
    await choose(/Rule 1/, 'Something completed');
    await press(/To complete first/, 'combobox');
    const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(options.some((text) => text?.startsWith('Water'))).toBe(true);
    expect(options.some((text) => text?.startsWith(page.title))).toBe(false);
  });
});

describe('The members', () => {
  it('are listed with why the page is locked for them, and can be given access', async () => {
    const give = vi.fn(() => ({ given_count: 1 }));
    const member = {
      person: aPerson({ full_name: 'Ida Blum' }),
      level: 2,
      joined_at: timeOf(0),
      is_open: false,
      at: null,
      granted_at: null,
      locked_by: [
        {
          item: { kind: 'course' as const, id: course.id },
          lock: {
            match: 'all' as const,
            unmet: [{ rule: { kind: 'level' as const, level: 3 }, opens_at: null, title: null }],
            opens_at: null,
          },
        },
      ],
    };
    open({
      list_course_access: () => ({ members: [member], next_cursor: null }),
      give_course_access: give,
    });
    await press('Members', 'tab');
    expect(await screen.findByText(/Course: Reach level 3/)).toBeTruthy();
    await press('Give access to Ida Blum');
    await waitFor(() => expect(give).toHaveBeenCalled());
    expect(await screen.findByText('Access given to 1 member')).toBeTruthy();
  });
});

describe('See as', () => {
  it('shows what a member of another level can open', async () => {
    const preview = vi.fn(({ level }: { level?: unknown }) => ({
      items: [
        { item: { kind: 'course' as const, id: course.id }, lock: null },
        { item: { kind: 'folder' as const, id: folder.id }, lock: null },
        { item: { kind: 'page' as const, id: other.id }, lock: null },
        {
          item,
          lock:
            Number(level) >= 3
              ? null
              : {
                  match: 'all' as const,
                  unmet: [{ rule: { kind: 'level' as const, level: 3 }, opens_at: null, title: null }],
                  opens_at: null,
                },
        },
      ],
    }));
    const { onSeeAs } = open({ preview_course_access: preview });
    await press('Add rule');
    await press('See as', 'tab');
    expect(await screen.findByText("Your unsaved rules aren't included. Save them first.")).toBeTruthy();
    expect(await screen.findByText('Reach level 3')).toBeTruthy();
    await choose(/^Level/, 'Level 3');
    await waitFor(() => expect(screen.queryByText('Reach level 3')).toBeNull());
    await press('Show the course like this');
    expect(onSeeAs).toHaveBeenCalledWith(expect.objectContaining({ level: 3, days: 0 }));
  });
});
