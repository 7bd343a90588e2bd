import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CoursePage } from '#contract/features/courses/courses.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { aCoursePage } from '#web-testing/course-fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { PageHistoryDialog } from './page-history-dialog.tsx';

const page = aCoursePage({
  title: 'Rye',
  content: '<p>Dark and sour</p>',
  revision: 3,
  can_edit: true,
});
let texts: Record<number, string>;
const call = vi.fn();
const onClose = vi.fn();
let restore: () => Promise<{ page: CoursePage }>;

const versionOf = (revision: number) => ({
  revision,
  title: 'Rye',
  author: null,
  written_at: page.updated_at,
});

beforeEach(() => {
  texts = { 1: '<p>Pale</p>', 2: '<p>Dark</p>' };
  onClose.mockReset();
  call.mockReset();
  restore = async () => ({ page: { ...page, content: texts[1] ?? '', revision: 4 } });
  call.mockImplementation(async (operation: string, input: { revision?: number; before?: number }) => {
    if (operation === 'get_course_page') return { page, live_cursor: 1 };
    if (operation === 'list_page_revisions')
      return input.before === 2
        ? { revisions: [versionOf(1)], next_before: null }
        : { revisions: [versionOf(3), versionOf(2)], next_before: 2 };
    if (operation === 'get_page_revision')
      return { revision: versionOf(input.revision ?? 0), content: texts[input.revision ?? 0] };
    if (operation === 'restore_page_revision') return await restore();
    return {};
  });
});
afterEach(cleanup);

const open = () =>
  renderPage(
    createQueryClient(call as never),
    <PageHistoryDialog courseId={page.course_id} page={page} onClose={onClose} />,
  );
const openVersion = async (name: string) => await userEvent.click(await screen.findByText(name));
const restores = () => call.mock.calls.filter(([operation]) => operation === 'restore_page_revision');

it('The versions of a page are listed, latest first, and older ones on request', async () => {
  open();
  await screen.findByText('Version 2');
  expect(screen.queryByText('Version 1')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show older versions' }));
  await screen.findByText('Version 1');
  const names = screen.getAllByText(/^(Current version|Version \d)$/).map(({ textContent }) => textContent);
  expect(names).toEqual(['Current version', 'Version 2', 'Version 1']);
  expect(call.mock.calls.filter(([operation]) => operation === 'get_page_revision')).toEqual([]);
});

it('A version shows what changed since the one before, or all of it', async () => {
  open();
  await openVersion('Current version');
  await waitFor(() => expect(document.querySelector('ins')?.textContent).toContain('and sour'));
  expect(screen.queryByRole('button', { name: 'Restore this version' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show this version' }));
  expect(await screen.findByText('Dark and sour')).toBeTruthy();
});

it('The last version of the list is compared with the one that is not loaded yet', async () => {
  open();
  await openVersion('Version 2');
  await waitFor(() => expect(document.querySelector('ins')?.textContent).toContain('Dark'));
  expect(document.querySelector('del')?.textContent).toContain('Pale');
  expect(screen.queryByText('Version 1')).toBeNull();
});

it('A version names its links, files and videos', async () => {
  texts[1] = [
    '<figure data-link="https://example.com/rye"></figure>',
    '<figure data-video="youtube:dQw4w9WgXcQ"></figure>',
  ].join('');
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Show older versions' }));
  await openVersion('Version 1');
  expect(await screen.findByText('https://example.com/rye')).toBeTruthy();
  expect(screen.getByText('Video from YouTube').nextSibling?.textContent).toBe('dQw4w9WgXcQ');
});

it('A version is restored on top of the current one', async () => {
  open();
  await openVersion('Version 2');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore this version' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(restores()).toEqual([
    ['restore_page_revision', { page_id: page.id, revision: 2, base_revision: 3 }],
  ]);
});

it('A version that could not be restored stays open', async () => {
  restore = async () => {
    throw new ApiError('page_edit_conflict', 409, 'Edited.', { page });
  };
  open();
  await openVersion('Version 2');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore this version' }));
  await waitFor(() => expect(restores()).toHaveLength(1));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Restore this version' })).toHaveProperty('disabled', false),
  );
  expect(onClose).not.toHaveBeenCalled();
});
