import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { uploadVideo } from './upload-video.ts';
import { findProblem, useVideoUpload } from './use-video-upload.ts';

vi.mock('./upload-video.ts', () => ({ uploadVideo: vi.fn() }));
vi.mock('#web/ui/overlays/toast.ts', async (load) => ({ ...(await load<object>()), toast: vi.fn() }));

const [pause, resume, cancel, onUploaded] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
let done: PromiseWithResolvers<string>;
beforeEach(() => {
  vi.clearAllMocks();
  done = Promise.withResolvers<string>();
  vi.mocked(uploadVideo).mockImplementation(async () => ({ pause, resume, cancel, done: done.promise }));
});
afterEach(cleanup);

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const max = 10 * 1024 * 1024;
const file = new File(['abc'], 'knead.mp4', { type: 'video/mp4' });
const lastToast = () => vi.mocked(toast).mock.lastCall?.[0];

function open() {
  const client = createQueryClient(vi.fn() as never);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result, unmount } = renderHook(() => useVideoUpload('space', onUploaded), { wrapper });
  return { now: () => result.current, unmount };
}
const begin = async () => {
  const opened = open();
  act(() => void opened.now().start(file, max));
  await waitFor(() => expect(uploadVideo).toHaveBeenCalledOnce());
  await act(async () => {});
  return { ...opened, options: vi.mocked(uploadVideo).mock.calls[0]?.[1] };
};

describe('A video that is uploaded', () => {
  it('says how far it is, and what it waits for', async () => {
    const { now, options } = await begin();
    expect(vi.mocked(uploadVideo).mock.calls[0]?.[0]).toBe(file);
    expect(options).toMatchObject({ space_id: 'space' });
    expect(now().upload).toEqual({ file_name: 'knead.mp4', byte_size: 3, share: 0, state: 'sending' });
    act(() => options?.onProgress(0.5));
    expect(now().upload).toMatchObject({ share: 0.5, state: 'sending' });
    act(() => options?.onWaiting(true));
    expect(now().upload).toMatchObject({ share: 0.5, state: 'waiting' });
    act(() => options?.onWaiting(false));
    expect(now().upload?.state).toBe('sending');
    act(() => options?.onProgress(1));
    expect(now().upload).toMatchObject({ share: 1, state: 'finishing' });
  });

  it('is named by its reference once it is there', async () => {
    const { now } = await begin();
    await act(async () => done.resolve(id));
    expect(onUploaded.mock.calls).toEqual([[`upload:${id}`]]);
    expect(lastToast()).toEqual({ title: 'Video added' });
    expect(now().upload).toBeNull();
  });

  it('says why it could not be', async () => {
    const { now } = await begin();
    await act(async () => done.reject(new ApiError('unsupported_file_type', 415, 'File must be a video')));
    expect(lastToast()).toEqual({
      title: 'Failed to add video',
      description: 'File must be a video',
      variant: 'destructive',
    });
    expect(onUploaded).not.toHaveBeenCalled();
    expect(now().upload).toBeNull();
  });

  it('is paused, continued and canceled', async () => {
    const { now } = await begin();
    act(() => now().pause());
    expect(pause).toHaveBeenCalledOnce();
    expect(now().upload?.state).toBe('paused');
    act(() => now().resume());
    expect(resume).toHaveBeenCalledOnce();
    expect(now().upload?.state).toBe('sending');
    act(() => now().cancel());
    expect(cancel).toHaveBeenCalledOnce();
    expect(now().upload).toBeNull();
    act(() => now().pause());
    expect(pause).toHaveBeenCalledOnce();
  });

  it('is paused when its dialog closes, also one that had not begun', async () => {
    const { unmount } = await begin();
    unmount();
    expect(pause).toHaveBeenCalledOnce();
    await act(async () => done.resolve(id));
    expect(onUploaded).not.toHaveBeenCalled();
    const beginning = Promise.withResolvers<void>();
    vi.mocked(uploadVideo).mockImplementation(async () => {
      await beginning.promise;
      return { pause, resume, cancel, done: done.promise };
    });
    const next = open();
    act(() => void next.now().start(file, max));
    await waitFor(() => expect(uploadVideo).toHaveBeenCalledTimes(2));
    next.unmount();
    beginning.resolve();
    await waitFor(() => expect(pause).toHaveBeenCalledTimes(2));
    expect(onUploaded).not.toHaveBeenCalled();
  });
});

describe('A file', () => {
  it('with a problem is not uploaded', async () => {
    const { now } = open();
    await act(() => now().start(file, 2));
    expect(lastToast()).toMatchObject({ title: 'File too large', variant: 'destructive' });
    expect(uploadVideo).not.toHaveBeenCalled();
    expect(now().upload).toBeNull();
  });

  it.each([
    ['knead.mp4', 'video/mp4', 5, undefined],
    ['knead.avi', '', 5, undefined],
    ['KNEAD.WEBM', '', 5, undefined],
    ['knead.avi.txt', '', 5, 'Invalid file type'],
    ['knead.mp4', 'image/png', 5, 'Invalid file type'],
    ['knead.txt', '', 5, 'Invalid file type'],
    ['knead.mp4', 'video/mp4', max, undefined],
    ['knead.mp4', 'video/mp4', max + 1, 'File too large'],
    [`${'x'.repeat(251)}.mp4`, 'video/mp4', 5, undefined],
    [`${'x'.repeat(252)}.mp4`, 'video/mp4', 5, 'File name too long'],
  ])('%.20s of type %j and size %i has the problem %j', (name, type, size, problem) => {
    expect(findProblem({ name, type, size }, max)?.title).toBe(problem);
  });

  it('names the limit of the server', () => {
    const problem = findProblem({ name: 'a.mp4', type: 'video/mp4', size: max + 1 }, max);
    expect(problem?.description).toBe('Please select a video smaller than 10MB');
  });
});
