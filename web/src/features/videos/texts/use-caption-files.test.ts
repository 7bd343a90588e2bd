import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { maxCaptionBytes } from '#contract/values/limits.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { idOf } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { captionsQuery } from '../videos.api.ts';
import { useCaptionFiles } from './use-caption-files.ts';

vi.mock('#web/ui/overlays/toast.ts', () => ({ toast: vi.fn() }));

const video = { page_id: idOf(1), upload_id: idOf(2) };
const text = (bytes = 3) => new File(['x'.repeat(bytes)], 'x.vtt');
beforeEach(() => void vi.mocked(toast).mockClear());
afterEach(cleanup);

function open(responses: Responses) {
  const client = createQueryClient(respondWith(responses));
  const { queryKey } = captionsQuery(video.page_id, video.upload_id, 'de');
  client.setQueryData(queryKey, { captions: [] });
  const { result } = renderHook(() => useCaptionFiles(video), { wrapper: pageProvider(client) });
  return { files: () => result.current, isOutdated: () => client.getQueryState(queryKey)?.isInvalidated };
}
const busy = () => {
  throw new ApiError('unavailable', 503, 'The server is busy.');
};

describe('Captions of a video', () => {
  it('are busy while they are sent, and then fetched again', async () => {
    const gate = Promise.withResolvers<{ caption_count: number }>();
    const { files, isOutdated } = open({ set_video_captions: async () => await gate.promise });
    let sent: Promise<boolean> = Promise.resolve(false);
    act(() => {
      sent = files().send('de', text());
    });
    expect(files().isBusy).toBe(true);
    expect(isOutdated()).toBe(false);
    await act(async () => {
      gate.resolve({ caption_count: 1 });
      expect(await sent).toBe(true);
    });
    expect(files()).toMatchObject({ isBusy: false, problem: '' });
    expect(isOutdated()).toBe(true);
    expect(toast).toHaveBeenCalledExactlyOnceWith({ title: 'Captions saved: German' });
  });

  it('that were refused say why, until the next ones are sent', async () => {
    let respond: () => { caption_count: number } = busy;
    const { files, isOutdated } = open({ set_video_captions: () => respond() });
    await act(async () => expect(await files().send('de', text())).toBe(false));
    expect(files()).toMatchObject({ isBusy: false, problem: 'The server is busy.' });
    expect([isOutdated(), vi.mocked(toast).mock.calls]).toEqual([false, []]);
    respond = () => ({ caption_count: 1 });
    await act(async () => expect(await files().send('de', text())).toBe(true));
    expect(files().problem).toBe('');
  });

  it('that are too large are not sent', async () => {
    const set_video_captions = vi.fn(() => ({ caption_count: 1 }));
    const { files } = open({ set_video_captions });
    await act(async () => expect(await files().send('de', text(maxCaptionBytes + 1))).toBe(false));
    expect(files().problem).toBe('Captions can have at most 200 KB.');
    expect(set_video_captions).not.toHaveBeenCalled();
    await act(async () => expect(await files().send('de', text(maxCaptionBytes))).toBe(true));
  });

  it('are deleted', async () => {
    const { files, isOutdated } = open({ delete_video_captions: () => ({}) });
    await act(async () => expect(await files().remove('de')).toBe(true));
    expect(isOutdated()).toBe(true);
    expect(toast).toHaveBeenCalledExactlyOnceWith({ title: 'Captions deleted: German' });
  });
});
