import { act, cleanup, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredFile } from '#contract/features/uploads/uploads.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { idOf, spaceId } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { AttachmentStrip } from './attachment-strip.tsx';
import { useAttachments } from './use-attachments.ts';

const uploadFile = vi.hoisted(() => vi.fn());
const deleteUpload = vi.hoisted(() => vi.fn());
vi.mock('./upload-file.ts', async (original) => ({ ...(await original<object>()), uploadFile }));
vi.mock('./delete-upload.ts', () => ({ deleteUpload }));

/** Uploads that wait for the test. */
let uploads: {
  file: File;
  options: UploadOptions;
  succeed: (id: string) => Promise<void>;
  fail: (error: Error) => Promise<void>;
}[];
type UploadOptions = {
  purpose: string;
  space_id: string;
  signal: AbortSignal;
  onProgress: (share: number) => void;
};
const stored = (id: string, file_name = `${id}.pdf`): StoredFile => ({
  id,
  kind: 'document',
  file_name,
  mime_type: 'application/pdf',
  byte_size: 1,
  url: `/files/${id}/original`,
});

beforeEach(() => {
  uploads = [];
  deleteUpload.mockReset();
  uploadFile.mockReset().mockImplementation((file: File, options: UploadOptions) => {
    const { promise, resolve, reject } = Promise.withResolvers<StoredFile>();
    uploads.push({
      file,
      options,
      succeed: (id) => act(async () => resolve(stored(id, file.name))),
      fail: (error) => act(async () => reject(error)),
    });
    return promise;
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const fileOf = (name: string, type = '', size = 1) => {
  const file = new File(['x'], name, { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};
const open = (options: { max?: number; attached?: { id: string }[] } = {}) => {
  const { result, unmount } = renderHook(() =>
    useAttachments({ space_id: spaceId, purpose: 'comment', max: 3, ...options }),
  );
  return {
    unmount,
    files: () => result.current,
    items: () =>
      result.current.items.map(({ name, kind, progress, error, stored: file }) => ({
        name,
        kind,
        progress,
        error,
        id: file?.id ?? null,
      })),
    names: () => result.current.items.map(({ name }) => name),
    keyOf: (name: string) => result.current.items.find((item) => item.name === name)?.key ?? '',
    add: (...chosen: File[]) => act(async () => result.current.add(chosen)),
  };
};

it('uploads each chosen file with its progress', async () => {
  const { items, add, files } = open();
  await add(fileOf('a.pdf'), fileOf('b.png', 'image/png'));
  expect(items()).toEqual([
    { name: 'a.pdf', kind: 'document', progress: 0, error: null, id: null },
    { name: 'b.png', kind: 'image', progress: 0, error: null, id: null },
  ]);
  expect(files().items.map(({ preview }) => preview)).toEqual([null, 'blob:preview']);
  expect(uploads.map(({ file, options: { purpose, space_id } }) => [file.name, purpose, space_id])).toEqual([
    ['a.pdf', 'comment', spaceId],
    ['b.png', 'comment', spaceId],
  ]);
  act(() => uploads[1]?.options.onProgress(0.5));
  expect(items().map(({ progress }) => progress)).toEqual([0, 0.5]);
  await uploads[1]?.succeed(idOf(2));
  expect(items()[1]).toMatchObject({ progress: 1, id: idOf(2) });
  expect(items()[0]).toMatchObject({ progress: 0, id: null });
});

it.each([
  ['a.mp4', '', 'video'],
  ['a.M4V', '', 'video'],
  ['a.webm', '', 'video'],
  ['a.mov', '', 'video'],
  ['mov.txt', '', 'document'],
  ['a.mp4.txt', '', 'document'],
  ['a.gif', 'image/gif', 'image'],
])('takes %s of type %j as a %s', async (name, type, kind) => {
  const { items, add } = open();
  await add(fileOf(name, type));
  expect(items()[0]?.kind).toBe(kind);
});

const mega = 1_000_000;
it('rejects what the server would reject, with a message for each', async () => {
  const { names, files, add } = open({ max: 2 });
  await add(fileOf('a.exe'), fileOf('large.pdf', '', 500 * mega), fileOf('b.pdf'));
  expect(names()).toEqual(['b.pdf']);
  expect(files().rejected).toEqual([
    expect.stringContaining("a.exe: this file type isn't supported."),
    expect.stringContaining('large.pdf: larger than'),
  ]);
  await add(fileOf('c.pdf'), fileOf('d.pdf'));
  expect(names()).toEqual(['b.pdf', 'c.pdf']);
  expect(files().rejected).toEqual(['d.pdf: too many files.']);
});

describe('a failed upload', () => {
  it('says why, and can be tried again', async () => {
    const { items, add, files, keyOf } = open();
    await add(fileOf('a.pdf'));
    act(() => uploads[0]?.options.onProgress(0.7));
    await uploads[0]?.fail(new Error('odd'));
    expect(items()[0]).toMatchObject({ error: "Couldn't upload the file.", id: null });
    await act(async () => files().retry(keyOf('a.pdf')));
    expect(items()[0]).toMatchObject({ error: null, progress: 0 });
    expect(uploads).toHaveLength(2);
    expect(uploads[1]?.file).toBe(uploads[0]?.file);
    await act(async () => files().retry('unknown'));
    expect(uploads).toHaveLength(2);
  });
});

describe('removing a file', () => {
  it('cancels its upload, and says nothing about it', async () => {
    const { items, add, files, keyOf } = open();
    await add(fileOf('a.png', 'image/png'), fileOf('b.exe'));
    expect(files().rejected).toHaveLength(1);
    act(() => files().remove(keyOf('a.png')));
    expect(uploads[0]?.options.signal.aborted).toBe(true);
    expect(URL.revokeObjectURL).toHaveBeenCalledExactlyOnceWith('blob:preview');
    await uploads[0]?.fail(new DOMException('Upload canceled', 'AbortError'));
    expect(items()).toEqual([]);
    expect(files().rejected).toEqual([]);
    expect(deleteUpload).not.toHaveBeenCalled();
  });

  it('deletes one that is uploaded but not posted', async () => {
    const { add, files, keyOf, names } = open({ attached: [{ id: idOf(9) }] });
    await add(fileOf('a.pdf'), fileOf('b.pdf'));
    await uploads[0]?.succeed(idOf(1));
    act(() => files().remove(keyOf('a.pdf')));
    expect(deleteUpload).toHaveBeenCalledExactlyOnceWith(idOf(1));
    expect(URL.revokeObjectURL).not.toHaveBeenCalled();
    expect(names()).toEqual(['b.pdf']);
  });

  it('keeps one that a post contains', () => {
    const { files, keyOf, names } = open({ attached: [{ id: idOf(9) }] });
    act(() => files().replace([stored(idOf(9), 'old.pdf')]));
    act(() => files().remove(keyOf('old.pdf')));
    expect(names()).toEqual([]);
    expect(deleteUpload).not.toHaveBeenCalled();
  });
});

it('moves a file by one position, but not past the ends', () => {
  const { files, names, keyOf } = open();
  act(() => files().replace(['a', 'b', 'c'].map((name) => stored(name))));
  const move = (name: string, by: -1 | 1) => act(() => files().move(keyOf(`${name}.pdf`), by));
  move('c', -1);
  expect(names()).toEqual(['a.pdf', 'c.pdf', 'b.pdf']);
  move('a', 1);
  expect(names()).toEqual(['c.pdf', 'a.pdf', 'b.pdf']);
  move('c', -1);
  move('b', 1);
  act(() => files().move('unknown', 1));
  expect(names()).toEqual(['c.pdf', 'a.pdf', 'b.pdf']);
});

it('shows the files of a restored draft as uploaded, and forgets earlier messages', async () => {
  const { files, items, add } = open();
  await add(fileOf('a.exe'));
  act(() => files().replace([stored(idOf(1), 'a.pdf')]));
  expect(items()).toEqual([{ name: 'a.pdf', kind: 'document', progress: 1, error: null, id: idOf(1) }]);
  expect(files().rejected).toEqual([]);
});

it('cancels all uploads when the form is closed', async () => {
  const { unmount, add } = open();
  await add(fileOf('a.pdf'), fileOf('b.pdf'));
  unmount();
  expect(uploads.map(({ options: { signal } }) => signal.aborted)).toEqual([true, true]);
});

describe('a video', () => {
  /** Opens a video whose length the browser knows, or fails to read. */
  async function addVideo(duration: number | null) {
    const video = document.createElement('video');
    const createElement = document.createElement.bind(document);
    vi.spyOn(document, 'createElement').mockImplementation((name: string) =>
      name === 'video' ? video : createElement(name),
    );
    const page = open();
    await page.add(fileOf('a.mp4', 'video/mp4'));
    expect([video.preload, video.getAttribute('src')]).toEqual(['metadata', 'blob:preview']);
    expect(uploads).toEqual([]);
    await act(async () => {
      if (duration === null) video.onerror?.(new Event('error'));
      else {
        Object.defineProperty(video, 'duration', { value: duration });
        video.onloadedmetadata?.(new Event('loadedmetadata'));
      }
    });
    expect(URL.revokeObjectURL).toHaveBeenCalledExactlyOnceWith('blob:preview');
    return page.items()[0]?.error;
  }

  it.each([
    [300, false],
    [301, false],
    [301.1, true],
    [Number.POSITIVE_INFINITY, false],
    [null, false],
  ])('of %s seconds is too long: %s', async (duration, isTooLong) => {
    expect(await addVideo(duration)).toBe(isTooLong ? 'The video is longer than 5 minutes.' : null);
    expect(uploads).toHaveLength(isTooLong ? 0 : 1);
  });

  it('whose length is not known within three seconds is uploaded', async () => {
    vi.useFakeTimers();
    const { add } = open();
    await add(fileOf('a.mp4', 'video/mp4'));
    await act(() => vi.advanceTimersByTimeAsync(2_999));
    expect(uploads).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(uploads).toHaveLength(1);
  });

  it('that is removed before its length is known is not uploaded', async () => {
    vi.useFakeTimers();
    const { add, files, keyOf } = open();
    await add(fileOf('a.mp4', 'video/mp4'));
    act(() => files().remove(keyOf('a.mp4')));
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(uploads).toEqual([]);
  });
});

it('has buttons to remove, retry and sort the files', async () => {
  const actions = { onRemove: vi.fn(), onRetry: vi.fn(), onMove: vi.fn() };
  const item = {
    key: 'a',
    name: 'a.pdf',
    kind: 'document' as const,
    preview: null,
    progress: 1,
    error: null,
    stored: stored('a'),
  };
  const failed = { ...item, key: 'b', name: 'b.pdf', error: 'No room.', stored: null };
  const pending = {
    ...item,
    key: 'c',
    name: 'c.png',
    kind: 'image' as const,
    preview: 'blob:c',
    progress: 0.5,
    stored: null,
  };
  renderPage(
    createQueryClient(vi.fn()),
    <AttachmentStrip items={[item, failed, pending]} rejected={['d.exe: no.']} {...actions} />,
  );
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  await press('Remove a.pdf');
  await press('Retry b.pdf');
  await press('Move a.pdf back');
  expect(actions.onRemove).toHaveBeenCalledExactlyOnceWith('a');
  expect(actions.onRetry).toHaveBeenCalledExactlyOnceWith('b');
  expect(actions.onMove).toHaveBeenCalledExactlyOnceWith('a', 1);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move a.pdf forward' }).disabled).toBe(true);
  expect(screen.getAllByRole('button', { name: /^Move/ })).toHaveLength(2);
  expect(screen.getByRole('progressbar', { name: 'Uploading c.png' })).toBeTruthy();
  expect(screen.getByRole('img', { name: 'c.png' })).toBeTruthy();
  await waitFor(() => expect(screen.getByText('b.pdf: No room.')).toBeTruthy());
  expect(screen.getByText('d.exe: no.')).toBeTruthy();
});
