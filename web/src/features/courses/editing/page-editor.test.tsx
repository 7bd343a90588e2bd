import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CoursePage } from '#contract/features/courses/courses.ts';
import { ApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { readEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { aCourse, aCoursePage, aFolder } from '#web-testing/course-fixtures.ts';
import { anAccount, aSpace, idOf } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { CourseContextProvider } from '../course-context.ts';
import { courseTreeEntity } from '../courses.entity.ts';
import { PageEditor } from './page-editor.tsx';

vi.mock('#web/lib/loading/lazy-editor.tsx', () => ({
  LazyEditor: ({ value, onChange, ...rest }: { value: string; onChange: (html: string) => void }) => (
    <textarea
      aria-label={(rest as { 'aria-label': string })['aria-label']}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  ),
}));

const call = vi.fn();
const course = aCourse({ can_edit: true });
const page = aCoursePage({ title: 'Flour', content: '<p>Old text</p>', revision: 3, can_edit: true });

/** What the server does with each write. */
let write: (operation: string, input: Record<string, unknown>) => Promise<unknown>;

function open(
  target: { pageId: string } | { folderId: string | null } = { pageId: page.id },
  { isDeleted = false } = {},
) {
  const [onSaved, onClose, onSending] = [vi.fn(), vi.fn(), vi.fn()];
  const client = createQueryClient(call as never);
  setViewer(client, anAccount());
  const tree = { id: course.id, folders: [], pages: isDeleted ? [] : [page] };
  const rendered = renderPage(
    client,
    <CourseContextProvider
      value={{
        space: aSpace(),
        course,
        address: course.slug,
        tree,
        rest: { error: null, request: () => {} },
        commentSearch: {},
        pageId: page.id,
        hasProgress: true,
        isPreview: false,
        isCreating: false,
        openDialog: () => {},
        editPage: () => {},
        newPage: () => {},
      }}
    >
      <PageEditor viewerId="u1" target={target} onSending={onSending} onSaved={onSaved} onClose={onClose} />
    </CourseContextProvider>,
  );
  return { ...rendered, client, onSaved, onClose, onSending };
}

const writes = () => call.mock.calls.filter(([operation]) => !operation.startsWith('get_'));
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const type = async (name: string, value: string) =>
  fireEvent.change(await field(name), { target: { value } });
const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name }));
const saved = (fields: Partial<CoursePage>) => ({ page: { ...page, ...fields } });

beforeEach(() => {
  localStorage.clear();
  write = async (_operation, input) => saved({ revision: 4, ...input } as Partial<CoursePage>);
  call.mockReset();
  call.mockImplementation(async (operation: string, input: Record<string, unknown>) =>
    operation === 'get_course_page' ? { page, live_cursor: 1 } : await write(operation, input),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('Editing a page', () => {
  it('saves title, text and state with the revision they are based on', async () => {
    const { onSaved } = open();
    expect((await field('Text')).value).toBe('<p>Old text</p>');
    await type('Title', 'Rye');
    await type('Text', '<p>New text</p>');
    await userEvent.click(screen.getByRole('switch', { name: 'Published' }));
    await press('SAVE');
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(writes()).toEqual([
      [
        'update_course_page',
        { page_id: page.id, base_revision: 3, title: 'Rye', content: '<p>New text</p>', is_published: false },
      ],
    ]);
    expect((await screen.findByText('Lesson Updated')).parentElement?.textContent).toContain('Rye');
  });

  it('saves with Ctrl+S, once', async () => {
    const response = Promise.withResolvers<unknown>();
    write = () => response.promise;
    const { onSaved } = open();
    await type('Text', '<p>New text</p>');
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    fireEvent.keyDown(document.body, { key: 's', metaKey: true });
    expect(await screen.findByRole('button', { name: 'SAVING...' })).toHaveProperty('disabled', true);
    response.resolve(saved({ revision: 4 }));
    await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
    expect(writes()).toHaveLength(1);
  });

  it('saves a page that was deleted elsewhere as a new one', async () => {
    const { onSaved } = open({ pageId: page.id }, { isDeleted: true });
    // In the form, and as a toast.
    expect(await screen.findAllByText(/^This page was deleted/)).toHaveLength(2);
    await type('Text', '<p>New text</p>');
    await press('SAVE');
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(await screen.findByText('Page Created')).toBeTruthy();
    expect(screen.getByText('Flour was created successfully')).toBeTruthy();
    const client_id = expect.any(String);
    const text = { title: 'Flour', content: '<p>New text</p>', is_published: true };
    expect(writes()).toEqual([
      ['create_course_page', { course_id: course.id, client_id, folder_id: null, ...text }],
    ]);
  });

  it('puts it into its folder again, if the course still has that', async () => {
    const gone = aFolder({ id: idOf(6_100_001) });
    const [kept, other] = [aFolder({ id: idOf(6_100_002) }), aFolder({ id: idOf(6_100_003) })];
    for (const folder of [kept, gone]) {
      const inFolder = { ...page, folder_id: folder.id };
      call.mockImplementation(async (operation: string, input: Record<string, unknown>) =>
        operation === 'get_course_page' ? { page: inFolder, live_cursor: 1 } : await write(operation, input),
      );
      const { client, onSaved } = open({ pageId: page.id }, { isDeleted: true });
      writeEntities(client, courseTreeEntity, [{ id: course.id, folders: [other, kept], pages: [] }]);
      await type('Text', '<p>New text</p>');
      await press('SAVE');
      await waitFor(() => expect(onSaved).toHaveBeenCalled());
      cleanup();
    }
    expect(writes().map(([, input]) => input.folder_id)).toEqual([kept.id, null]);
  });

  it('requires a title', async () => {
    open();
    await type('Title', '  ');
    await press('SAVE');
    expect(await screen.findByText('Add a title.')).toBeTruthy();
    expect(writes()).toEqual([]);
    await type('Title', 'Rye');
    expect(screen.queryByText('Add a title.')).toBeNull();
  });

  it('keeps the text after a failure and after the page is closed', async () => {
    write = () => Promise.reject(new ApiError('not_allowed', 403, 'You may not.'));
    const { unmount } = open();
    await type('Text', '<p>Typed with care</p>');
    await press('SAVE');
    expect(await screen.findByText('Save Failed')).toBeTruthy();
    unmount();
    open();
    expect((await field('Text')).value).toBe('<p>Typed with care</p>');
    await press('Discard changes');
    expect((await field('Text')).value).toBe('<p>Old text</p>');
  });

  it('keeps the text of each page by itself', async () => {
    const { unmount } = open();
    await type('Text', '<p>Typed with care</p>');
    unmount();
    const water = aCoursePage({
      id: idOf(6_200_001),
      title: 'Water',
      content: '<p>Cold</p>',
      can_edit: true,
    });
    call.mockImplementation(async () => ({ page: water, live_cursor: 1 }));
    open({ pageId: water.id });
    expect((await field('Text')).value).toBe('<p>Cold</p>');
  });

  it.each([
    ['a proxy gave up waiting for the server', new ApiError('unavailable', 504, '')],
    ['the browser did', new NetworkError(new DOMException('Timed out', 'TimeoutError'))],
  ])('says that the server is slow if %s', async (_what, error) => {
    write = () => Promise.reject(error);
    open();
    await type('Text', '<p>New text</p>');
    await press('SAVE');
    const failure = await screen.findByRole('alert');
    expect(failure.textContent).toContain(
      'Database update timed out. The server is taking too long to respond. Please try again in a moment.',
    );
  });

  it('shows both versions if the page was edited somewhere else', async () => {
    const theirs = aCoursePage({ ...page, title: 'Spelt', content: '<p>Their text</p>', revision: 5 });
    write = (_operation, { base_revision }) =>
      base_revision === 5
        ? Promise.resolve(saved({ revision: 6 }))
        : Promise.reject(new ApiError('page_edit_conflict', 409, 'Edited.', { page: theirs }));
    const { onSaved } = open();
    await type('Text', '<p>My text</p>');
    await press('SAVE');
    expect(await screen.findByText('Their text')).toBeTruthy();
    expect((await field('Text')).value).toBe('<p>My text</p>');
    await press('Keep my version');
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(writes().at(-1)?.[1]).toMatchObject({ base_revision: 5, content: '<p>My text</p>' });
  });

  it('continues with the other version', async () => {
    const theirs = aCoursePage({ ...page, title: 'Spelt', content: '<p>Their text</p>', revision: 5 });
    write = () => Promise.reject(new ApiError('page_edit_conflict', 409, 'Edited.', { page: theirs }));
    const { client } = open();
    await type('Text', '<p>My text</p>');
    await press('SAVE');
    await press('Use theirs');
    expect(readEntity(client, 'course_page', page.id)?.revision).toBe(5);
    expect((await field('Text')).value).toBe('<p>Their text</p>');
    expect((await field('Title')).value).toBe('Spelt');
  });

  it('closes at once if nothing was changed', async () => {
    const { onClose } = open();
    await field('Text');
    await press('CANCEL');
    expect(onClose).toHaveBeenCalled();
  });

  it('is not saved by Enter in its title', async () => {
    open();
    const title = await field('Title');
    const isHandled = !fireEvent.keyDown(title, { key: 'Enter' });
    expect(isHandled).toBe(true);
  });

  it('closes without saving, and asks first if something was changed', async () => {
    const { onClose, unmount } = open();
    await type('Text', '<p>Never mind</p>');
    await press('CANCEL');
    await press('Keep editing');
    expect(onClose).not.toHaveBeenCalled();
    await press('CANCEL');
    await press('Discard changes');
    expect(onClose).toHaveBeenCalled();
    unmount();
    open();
    expect((await field('Text')).value).toBe('<p>Old text</p>');
    expect(writes()).toEqual([]);
  });
});

it('The state of a page is sent only if it was changed here: somebody may have reverted it meanwhile', async () => {
  const { onSaved } = open();
  await type('Text', '<p>New text</p>');
  await press('SAVE');
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(writes()[0]?.[1]).not.toHaveProperty('is_published');
});

describe('A new page', () => {
  it('that was created although its response was lost has the text of the next attempt', async () => {
    const { onSaved } = open({ folderId: null });
    await type('Text', '<p>First</p>');
    write = async () => {
      throw new NetworkError(null);
    };
    await press('SAVE');
    await screen.findByRole('alert');
    await type('Text', '<p>Second</p>');
    write = async (operation, input) =>
      saved(operation === 'create_course_page' ? { content: '<p>First</p>', revision: 1 } : input);
    await press('SAVE');
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    const [first, second, update] = writes();
    expect(second?.[1].client_id).toBe(first?.[1].client_id);
    expect(update).toEqual([
      'update_course_page',
      expect.objectContaining({ page_id: page.id, base_revision: 1, content: '<p>Second</p>' }),
    ]);
  });

  it('is created in its folder, with a title from the server if it has none', async () => {
    const { onSaved, onSending } = open({ folderId: null });
    await type('Text', '<h2>Sourdough</h2>');
    await press('SAVE');
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(writes()).toEqual([
      [
        'create_course_page',
        expect.objectContaining({
          course_id: course.id,
          folder_id: null,
          title: '',
          content: '<h2>Sourdough</h2>',
          is_published: true,
        }),
      ],
    ]);
    expect(onSending.mock.calls).toEqual([[true], [false]]);
  });
});

describe('Editing a page on a phone', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: media === '(width < 48rem)',
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
  });

  it('asks before changes are discarded', async () => {
    const { onClose } = open();
    await type('Text', '<p>On the train</p>');
    await press('CANCEL');
    expect(
      await screen.findByText('You have unsaved changes. Are you sure you want to cancel?'),
    ).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
    await press('Discard changes');
    expect(onClose).toHaveBeenCalled();
  });

  it('needs no title', async () => {
    const { onSaved } = open();
    await type('Title', '');
    await press('SAVE');
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(writes()[0]?.[1]).toMatchObject({ title: '' });
  });
});
