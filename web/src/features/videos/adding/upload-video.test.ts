import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { uploadImage } from '#web/features/uploads/index.ts';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { capturePoster } from './capture-poster.ts';
import { uploadVideo } from './upload-video.ts';

interface TusOptions {
  uploadUrl: string;
  chunkSize: number;
  retryDelays: number[];
  onProgress: (bytes: number, total: number) => void;
  onSuccess: () => void;
  onShouldRetry: (error: Error) => boolean;
  onError: (error: Error) => void;
}

const tus = vi.hoisted(() => ({
  options: null as unknown,
  start: vi.fn(),
  abort: vi.fn(async () => {}),
}));
vi.mock('tus-js-client', () => ({
  Upload: class {
    start = tus.start;
    abort = tus.abort;
    constructor(_file: File, options: unknown) {
      tus.options = options;
    }
  },
}));
vi.mock('./capture-poster.ts', () => ({ capturePoster: vi.fn() }));
vi.mock('#web/features/uploads/index.ts', () => ({ uploadImage: vi.fn() }));

const call = vi.fn();
const [onProgress, onWaiting] = [vi.fn(), vi.fn()];
const poster = new File(['p'], 'poster.jpg', { type: 'image/jpeg' });
let online = true;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  online = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  vi.mocked(capturePoster).mockResolvedValue(poster);
  vi.mocked(uploadImage).mockResolvedValue({ id: 'poster' } as never);
  call.mockImplementation(async (operation: string) => {
    if (operation === 'create_video_upload')
      return { video_upload: { id: 'transfer', url: '/api/video-uploads/transfer' } };
    return operation === 'finish_video_upload' ? { upload_id: 'video' } : {};
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const aFile = (name = 'knead.mp4', lastModified = 1234) =>
  new File(['abc'], name, { type: 'video/mp4', lastModified });
const options = () => tus.options as TusOptions;
const begin = async (file = aFile()) => {
  const transfer = await uploadVideo(file, {
    call: call as never,
    space_id: 'space',
    onProgress,
    onWaiting,
  });
  return { ...transfer, ...options() };
};
/** An error of the transfer; without a status, there was no response. */
const failure = (status?: number) =>
  Object.assign(new Error('failed'), {
    originalResponse: status === undefined ? null : { getStatus: () => status },
  });
const calls = (operation: string) => call.mock.calls.filter(([name]) => name === operation);

describe('Uploading a video', () => {
  it('announces the file, then sends it in parts to where the server said', async () => {
    await begin();
    expect(calls('create_video_upload')).toEqual([
      [
        'create_video_upload',
        { space_id: 'space', file_name: 'knead.mp4', byte_size: 3, last_modified: 1234 },
      ],
    ]);
    expect(options()).toMatchObject({ uploadUrl: '/api/video-uploads/transfer', chunkSize: 4 * 1024 * 1024 });
    expect(options().retryDelays).toEqual([0, 1_000, 3_000, 5_000, 10_000, 20_000]);
    expect(tus.start).toHaveBeenCalledOnce();
  });

  it('sends a name and a time that the server accepts', async () => {
    await begin(aFile('', -5));
    await begin(aFile(`${'x'.repeat(300)}.mp4`));
    const [first, second] = calls('create_video_upload').map(([, input]) => input);
    expect(first).toMatchObject({ file_name: 'video', last_modified: 0 });
    expect(second.file_name).toHaveLength(255);
    expect(second.file_name).toMatch(/\.mp4$/);
  });

  it('says how much has arrived', async () => {
    await begin();
    options().onProgress(1, 4);
    options().onProgress(0, 0);
    expect(onProgress.mock.calls).toEqual([[0.25], [0]]);
  });

  it('ends with the video and its poster', async () => {
    const { done, onSuccess } = await begin();
    expect(uploadImage).toHaveBeenCalledWith(poster, { purpose: 'video_poster', space_id: 'space' });
    expect(calls('finish_video_upload')).toEqual([]);
    onSuccess();
    expect(await done).toBe('video');
    expect(calls('finish_video_upload')).toEqual([
      ['finish_video_upload', { video_upload_id: 'transfer', poster_upload_id: 'poster' }],
    ]);
  });

  it.each([
    ['this browser plays no such video', () => vi.mocked(capturePoster).mockResolvedValue(null)],
    ['the poster is refused', () => vi.mocked(uploadImage).mockRejectedValue(new Error('no'))],
  ])('goes without a poster if %s', async (_, fail) => {
    fail();
    const { done, onSuccess } = await begin();
    onSuccess();
    expect(await done).toBe('video');
    expect(calls('finish_video_upload')[0]?.[1]).toMatchObject({ poster_upload_id: null });
  });
});

describe('A part that fails', () => {
  it.each([
    [undefined, true],
    [0, true],
    [408, true],
    [409, true],
    [423, true],
    [429, true],
    [500, true],
    [503, true],
    [400, false],
    [403, false],
    [404, false],
    [499, false],
  ])('with the status %s is sent again: %s', async (status, isSentAgain) => {
    const { onShouldRetry } = await begin();
    expect(onShouldRetry(failure(status))).toBe(isSentAgain);
    expect(onShouldRetry(new Error('no response'))).toBe(true);
    online = false;
    expect(onShouldRetry(failure(status))).toBe(false);
  });

  it('for good ends the upload', async () => {
    const { done, onError } = await begin();
    onError(failure(403));
    await expect(done).rejects.toBeInstanceOf(NetworkError);
    expect(onWaiting).not.toHaveBeenCalled();
  });

  it('waits until the browser is online', async () => {
    const { onError } = await begin();
    onError(failure());
    expect(onWaiting.mock.calls).toEqual([[true]]);
    expect(tus.start).toHaveBeenCalledOnce();
    window.dispatchEvent(new Event('online'));
    expect(tus.start).toHaveBeenCalledTimes(2);
    expect(onWaiting.mock.calls).toEqual([[true], [false]]);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tus.start).toHaveBeenCalledTimes(2);
  });

  it('is sent again after 15 seconds in any case', async () => {
    const { onError } = await begin();
    onError(failure(503));
    await vi.advanceTimersByTimeAsync(14_999);
    expect(tus.start).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect(tus.start).toHaveBeenCalledTimes(2);
  });
});

describe('A person', () => {
  it('pauses and continues', async () => {
    const { pause, resume, onError } = await begin();
    onError(failure());
    pause();
    expect(tus.abort).toHaveBeenCalledOnce();
    expect(onWaiting).toHaveBeenLastCalledWith(false);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tus.start).toHaveBeenCalledOnce();
    onError(failure());
    window.dispatchEvent(new Event('online'));
    expect(tus.start).toHaveBeenCalledOnce();
    resume();
    expect(tus.start).toHaveBeenCalledTimes(2);
  });

  it('cancels, which deletes what has arrived', async () => {
    const { cancel, resume, onError } = await begin();
    cancel();
    expect(tus.abort).toHaveBeenCalledOnce();
    expect(calls('cancel_video_upload')).toEqual([['cancel_video_upload', { video_upload_id: 'transfer' }]]);
    onWaiting.mockClear();
    onError(failure());
    onError(failure(403));
    expect(onWaiting).not.toHaveBeenCalledWith(true);
    resume();
    expect(tus.start).toHaveBeenCalledOnce();
  });
});
