import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { idOf } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { uploadVideo } from './upload-video.ts';
import { findProblem, useVideoUpload } from './use-video-upload.ts';

vi.mock('./upload-video.ts', () => ({ uploadVideo: vi.fn() }));
vi.mock('#web/ui/overlays/toast.ts', () => ({ toast: vi.fn() }));

const megabyte = 1024 * 1024;
const file = new File(['abc'], 'knead.mp4', { type: 'video/mp4' });
beforeEach(() => {
  vi.mocked(toast).mockClear();
  vi.mocked(uploadVideo).mockReset();
});
afterEach(cleanup);

async function begin() {
  const sent = Promise.withResolvers<string>();
  const created = Promise.withResolvers<void>();
  const transfer = { pause: vi.fn(), resume: vi.fn(), cancel: vi.fn(), done: sent.promise };
  vi.mocked(uploadVideo).mockImplementation(async () => {
    await created.promise;
    return transfer;
  });
  const onUploaded = vi.fn();
  const client = createQueryClient(respondWith({}));
  const page = renderHook(() => useVideoUpload(idOf(3), onUploaded), { wrapper: pageProvider(client) });
  const uploading = () => page.result.current;
  let ended: Promise<unknown> = Promise.resolve();
  act(() => {
    ended = uploading().start(file, megabyte);
  });
  await vi.waitFor(() => expect(uploadVideo).toHaveBeenCalled());
  const options = () => vi.mocked(uploadVideo).mock.calls[0]?.[1] ?? expect.fail();
  /** Ends what the test is waiting for. */
  const finish = async (work: () => void) => {
    await act(async () => {
      work();
      await ended;
    });
  };
  const create = async () => {
    await act(async () => {
      created.resolve();
      await created.promise;
    });
  };
  return { ...page, ...transfer, uploading, onUploaded, options, sent, created, create, finish };
}

describe('A file that can not be uploaded', () => {
  const types = 'Invalid file type';
  it.each([
    ['a.png', 'image/png', 3, types],
    ['a.mp4', 'image/png', 3, types],
    ['a.avi', '', 3, undefined],
    ['a.WEBM', '', 3, undefined],
    ['a.mp4.txt', '', 3, types],
    ['mp4', '', 3, types],
    ['x', 'video/quicktime', 3, undefined],
    ['x', 'not-a-video/mp4', 3, types],
    ['a.mp4', 'video/mp4', megabyte, undefined],
    ['a.mp4', 'video/mp4', megabyte + 1, 'File too large'],
    ['x'.repeat(255), 'video/mp4', 3, undefined],
    ['x'.repeat(256), 'video/mp4', 3, 'File name too long'],
  ])('%.12s of type %j with %d bytes: %s', (name, type, size, title) => {
    expect(findProblem({ name, type, size }, megabyte)?.title).toBe(title);
  });

  it('is named in a toast, and nothing is sent', async () => {
    const client = createQueryClient(respondWith({}));
    const { result } = renderHook(() => useVideoUpload(idOf(3), vi.fn()), { wrapper: pageProvider(client) });
    await act(() => result.current.start(file, 2));
    expect(toast).toHaveBeenCalledWith({
      title: 'File too large',
      description: 'Please select a video smaller than 0MB',
      variant: 'destructive',
    });
    expect(uploadVideo).not.toHaveBeenCalled();
    expect(result.current.upload).toBeNull();
  });
});

describe('An upload', () => {
  it('shows its file and how much was sent, and ends with a reference to the video', async () => {
    const { uploading, options, create, sent, finish, onUploaded } = await begin();
    expect(uploading().upload).toEqual({ file_name: 'knead.mp4', byte_size: 3, share: 0, state: 'sending' });
    expect(options()).toMatchObject({ space_id: idOf(3) });
    await create();
    act(() => options().onProgress(0.5));
    expect(uploading().upload).toMatchObject({ share: 0.5, state: 'sending' });
    act(() => options().onProgress(1));
    expect(uploading().upload).toMatchObject({ share: 1, state: 'finishing' });
    await finish(() => sent.resolve(idOf(6)));
    expect(onUploaded).toHaveBeenCalledExactlyOnceWith(`upload:${idOf(6)}`);
    expect(toast).toHaveBeenCalledExactlyOnceWith({ title: 'Video added' });
    expect(uploading().upload).toBeNull();
  });

  it('waits for the connection, and goes on', async () => {
    const { uploading, options } = await begin();
    act(() => options().onWaiting(true));
    expect(uploading().upload?.state).toBe('waiting');
    act(() => options().onWaiting(false));
    expect(uploading().upload?.state).toBe('sending');
  });

  it('is paused, resumed and canceled', async () => {
    const { uploading, create, pause, resume, cancel, options } = await begin();
    await create();
    act(() => uploading().pause());
    expect(uploading().upload?.state).toBe('paused');
    expect(pause).toHaveBeenCalledTimes(1);
    act(() => uploading().resume());
    expect(uploading().upload?.state).toBe('sending');
    expect(resume).toHaveBeenCalledTimes(1);
    act(() => uploading().cancel());
    expect(uploading().upload).toBeNull();
    expect(cancel).toHaveBeenCalledTimes(1);
    act(() => options().onProgress(0.9));
    expect(uploading().upload).toBeNull();
  });

  it('that fails says why', async () => {
    const { uploading, create, sent, finish, onUploaded } = await begin();
    await create();
    await finish(() => sent.reject(new ApiError('file_not_a_video', 400, "This file isn't a video.")));
    expect(toast).toHaveBeenCalledExactlyOnceWith({
      title: 'Failed to add video',
      description: "This file isn't a video.",
      variant: 'destructive',
    });
    expect(uploading().upload).toBeNull();
    expect(onUploaded).not.toHaveBeenCalled();
  });

  it('is paused when the dialog closes, and adds nothing to what was left', async () => {
    const { create, sent, unmount, finish, pause, onUploaded } = await begin();
    await create();
    unmount();
    expect(pause).toHaveBeenCalledTimes(1);
    await finish(() => sent.resolve(idOf(6)));
    expect(onUploaded).not.toHaveBeenCalled();
    expect(toast).not.toHaveBeenCalled();
  });

  it('that begins while the dialog closes is paused at once', async () => {
    const { created, unmount, finish, pause, onUploaded } = await begin();
    unmount();
    expect(pause).not.toHaveBeenCalled();
    await finish(() => created.resolve());
    expect(pause).toHaveBeenCalledTimes(1);
    expect(onUploaded).not.toHaveBeenCalled();
  });
});
