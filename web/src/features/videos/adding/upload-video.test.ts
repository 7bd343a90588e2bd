import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { uploadImage } from '#web/features/uploads/index.ts';
import { ApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { idOf } from '#web-testing/fixtures.ts';
import { capturePoster } from './capture-poster.ts';
import { uploadVideo } from './upload-video.ts';

interface TusOptions {
  uploadUrl: string;
  chunkSize: number;
  storeFingerprintForResuming: boolean;
  onProgress: (bytes: number, total: number) => void;
  onSuccess: () => void;
  onShouldRetry: (error: Error) => boolean;
  onError: (error: Error) => void;
}
const tus = vi.hoisted(() => ({ options: {} as TusOptions, steps: [] as string[], file: null as unknown }));
vi.mock('tus-js-client', () => ({
  Upload: class {
    constructor(file: File, options: TusOptions) {
      [tus.file, tus.options] = [file, options];
    }
    start = () => tus.steps.push('start');
    abort = async () => void tus.steps.push('abort');
  },
}));
vi.mock('./capture-poster.ts', () => ({ capturePoster: vi.fn() }));
vi.mock('#web/features/uploads/index.ts', () => ({ uploadImage: vi.fn() }));

const file = new File(['abc'], 'knead.mp4', { type: 'video/mp4', lastModified: 17.6 });
const failure = (status?: number) =>
  Object.assign(new Error('failed'), {
    ...(status !== undefined && { originalResponse: { getStatus: () => status } }),
  });
let isOnline = true;

beforeEach(() => {
  vi.useFakeTimers();
  tus.steps = [];
  isOnline = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  vi.mocked(capturePoster).mockReset().mockResolvedValue(null);
  vi.mocked(uploadImage).mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function begin(one = file) {
  const calls: unknown[] = [];
  const [onProgress, onWaiting] = [vi.fn(), vi.fn()];
  const call = respondWith({
    create_video_upload: ({ file_name, byte_size, last_modified }) => {
      calls.push(['create', file_name, byte_size, last_modified]);
      return {
        video_upload: { id: idOf(5), file_name, byte_size, url: '/api/video-uploads/5/bytes' },
      };
    },
    finish_video_upload: (input) => {
      calls.push(['finish', input.video_upload_id, input.poster_upload_id]);
      return { upload_id: idOf(6) };
    },
    cancel_video_upload: ({ video_upload_id }) => {
      calls.push(['cancel', video_upload_id]);
      throw new Error('lost');
    },
  });
  const transfer = await uploadVideo(one, { call, space_id: idOf(3), onProgress, onWaiting });
  return { transfer, calls, onProgress, onWaiting };
}
const steps = () => tus.steps;

describe('An upload of a video', () => {
  it('is created, sent in parts, and finished', async () => {
    const { transfer, calls, onProgress } = await begin();
    expect(tus.file).toBe(file);
    expect(tus.options).toMatchObject({
      uploadUrl: '/api/video-uploads/5/bytes',
      chunkSize: 4 * 1024 * 1024,
      storeFingerprintForResuming: false,
    });
    expect(steps()).toEqual(['start']);
    tus.options.onProgress(1, 4);
    tus.options.onProgress(0, 0);
    expect(onProgress.mock.calls).toEqual([[0.25], [0]]);
    tus.options.onSuccess();
    expect(await transfer.done).toBe(idOf(6));
    expect(calls).toEqual([
      ['create', 'knead.mp4', 3, 17],
      ['finish', idOf(5), null],
    ]);
  });

  it('keeps the end of a long name, and names a file without one', async () => {
    const names = [`${'x'.repeat(300)}.mp4`, ''].map((name) => new File(['abc'], name, { lastModified: -5 }));
    const created = [];
    for (const one of names) created.push(...(await begin(one)).calls);
    expect(created).toEqual([
      ['create', `${'x'.repeat(251)}.mp4`, 3, 0],
      ['create', 'video', 3, 0],
    ]);
  });

  it('gets a frame of the video as its poster', async () => {
    const poster = new File(['p'], 'poster.jpg');
    vi.mocked(capturePoster).mockResolvedValue(poster);
    vi.mocked(uploadImage).mockResolvedValue({ id: idOf(7) } as never);
    const { transfer, calls } = await begin();
    tus.options.onSuccess();
    await transfer.done;
    expect(uploadImage).toHaveBeenCalledWith(poster, { purpose: 'video_poster', space_id: idOf(3) });
    expect(calls.at(-1)).toEqual(['finish', idOf(5), idOf(7)]);
  });

  it('has no poster if that fails', async () => {
    vi.mocked(capturePoster).mockRejectedValue(new Error('no decoder'));
    const { transfer, calls } = await begin();
    tus.options.onSuccess();
    await transfer.done;
    expect(uploadImage).not.toHaveBeenCalled();
    expect(calls.at(-1)).toEqual(['finish', idOf(5), null]);
  });

  it('fails if the server refuses it', async () => {
    const call = respondWith({
      create_video_upload: () => {
        throw new ApiError('video_too_large', 413, 'Too large.');
      },
    });
    const options = { call, space_id: idOf(3), onProgress: () => {}, onWaiting: () => {} };
    await expect(uploadVideo(file, options)).rejects.toMatchObject({ code: 'video_too_large' });
    expect(steps()).toEqual([]);
  });
});

describe('An upload whose connection fails', () => {
  it.each([
    [undefined, true],
    [0, true],
    [400, false],
    [403, false],
    [404, false],
    [408, true],
    [409, true],
    [413, false],
    [423, true],
    [429, true],
    [499, false],
    [500, true],
    [503, true],
  ])('with status %s is tried again: %s', async (status, isTried) => {
    const { transfer } = await begin();
    transfer.done.catch(() => {});
    expect(tus.options.onShouldRetry(failure(status))).toBe(isTried);
    isOnline = false;
    expect(tus.options.onShouldRetry(failure(status))).toBe(false);
  });

  it('for good ends it', async () => {
    const { transfer, onWaiting } = await begin();
    tus.options.onError(failure(403));
    await expect(transfer.done).rejects.toBeInstanceOf(NetworkError);
    expect(onWaiting).not.toHaveBeenCalled();
  });

  it('goes on once the browser is online', async () => {
    const { onWaiting } = await begin();
    tus.options.onError(failure());
    expect(onWaiting.mock.calls).toEqual([[true]]);
    expect(steps()).toEqual(['start']);
    window.dispatchEvent(new Event('online'));
    expect(onWaiting.mock.calls).toEqual([[true], [false]]);
    expect(steps()).toEqual(['start', 'start']);
    await vi.advanceTimersByTimeAsync(15_000);
    window.dispatchEvent(new Event('online'));
    expect(steps()).toEqual(['start', 'start']);
  });

  it('goes on after 15 seconds, also if the browser notices nothing', async () => {
    await begin();
    tus.options.onError(failure(503));
    await vi.advanceTimersByTimeAsync(14_999);
    expect(steps()).toEqual(['start']);
    await vi.advanceTimersByTimeAsync(1);
    window.dispatchEvent(new Event('online'));
    expect(steps()).toEqual(['start', 'start']);
  });
});

describe('An upload that is paused', () => {
  it('sends nothing until it is resumed', async () => {
    const { transfer, onWaiting } = await begin();
    tus.options.onError(failure());
    transfer.pause();
    expect(onWaiting).toHaveBeenLastCalledWith(false);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(steps()).toEqual(['start', 'abort']);
    transfer.resume();
    expect(steps()).toEqual(['start', 'abort', 'start']);
  });

  it('stays paused when a part that was being sent fails afterwards', async () => {
    const { transfer } = await begin();
    transfer.pause();
    tus.options.onError(failure());
    window.dispatchEvent(new Event('online'));
    expect(steps()).toEqual(['start', 'abort']);
  });
});

describe('An upload that is canceled', () => {
  it('sends nothing more, and deletes what has arrived', async () => {
    const { transfer, calls, onWaiting } = await begin();
    tus.options.onError(failure());
    transfer.cancel();
    expect(onWaiting).toHaveBeenLastCalledWith(false);
    window.dispatchEvent(new Event('online'));
    transfer.resume();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(steps()).toEqual(['start', 'abort']);
    expect(calls.at(-1)).toEqual(['cancel', idOf(5)]);
  });

  it('never ends, not even with an error that comes afterwards', async () => {
    const { transfer, onWaiting } = await begin();
    const ended = vi.fn();
    transfer.done.then(ended, ended);
    transfer.cancel();
    onWaiting.mockClear();
    tus.options.onError(failure(403));
    tus.options.onError(failure());
    await vi.advanceTimersByTimeAsync(15_000);
    expect(ended).not.toHaveBeenCalled();
    expect(onWaiting).not.toHaveBeenCalled();
  });
});
