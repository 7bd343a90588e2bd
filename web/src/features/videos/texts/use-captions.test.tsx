import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { fakeVideo } from '#web-testing/fake-video.ts';
import { idOf } from '#web-testing/fixtures.ts';
import { readCaptionLanguage, storeCaptionLanguage } from './caption-language.ts';
import { useCaptions } from './use-captions.ts';

interface Cue {
  startTime: number;
  endTime: number;
  text: string;
}

/** A track of a browser, whose current captions a test sets. */
class Track extends EventTarget {
  mode = 'disabled';
  cues: Cue[] = [];
  activeCues: Cue[] = [];
  kind: string;
  language: string;
  constructor(kind: string, language: string) {
    super();
    this.kind = kind;
    this.language = language;
  }
  addCue(cue: Cue) {
    this.cues.push(cue);
  }
  removeCue(cue: Cue) {
    this.cues.splice(this.cues.indexOf(cue), 1);
  }
  /** Moves the video to where these captions are. */
  reach(...indices: number[]) {
    this.activeCues = this.cues.filter((_, index) => indices.includes(index));
    this.dispatchEvent(new Event('cuechange'));
  }
}

const [pageId, upload_id] = [idOf(1), idOf(2)];
const texts: Record<string, string[]> = { en: ['Mix & <b>wait</b>', 'Bake'], de: ['Mischen', 'Backen'] };
const call = vi.fn();

beforeEach(() => {
  localStorage.clear();
  call.mockReset();
  call.mockImplementation(async (_operation: string, { language }: { language: string }) => ({
    captions: (texts[language] ?? []).map((text, index) => ({ start: index * 5, end: index * 5 + 4, text })),
  }));
  vi.stubGlobal(
    'VTTCue',
    class {
      startTime: number;
      endTime: number;
      text: string;
      constructor(startTime: number, endTime: number, text: string) {
        [this.startTime, this.endTime, this.text] = [startTime, endTime, text];
      }
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'pictureInPictureElement');
});

function open(caption_languages: string[] = ['en', 'de']) {
  const { element, happen } = fakeVideo();
  const tracks: Track[] = [];
  Object.assign(element, {
    addTextTrack: (kind: string, _label: string, language: string) => {
      const track = new Track(kind, language);
      tracks.push(track);
      return track;
    },
  });
  const client = createQueryClient(call as never);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const [ref, video] = [{ current: element }, { upload_id, caption_languages }];
  const { result, unmount } = renderHook(() => useCaptions(ref, pageId, video), { wrapper });
  const now = () => result.current;
  /** Waits for the track of a language. */
  const trackOf = async (language: string) => {
    const found = () => tracks.find((track) => track.language === language && track.cues.length > 0);
    await waitFor(() => expect(found()).toBeTruthy());
    return found() as Track;
  };
  return { element, happen, tracks, trackOf, unmount, now };
}

describe('Captions', () => {
  it('are off, and not loaded, until they are turned on', async () => {
    const { now, trackOf } = open();
    expect(now()).toMatchObject({ isShown: false, language: 'en', languages: ['en', 'de'], lines: [] });
    expect(call).not.toHaveBeenCalled();
    act(() => now().toggle());
    const track = await trackOf('en');
    expect(call.mock.calls).toEqual([
      ['get_video_captions', { page_id: pageId, upload_id, language: 'en' }, expect.anything()],
    ]);
    expect(now().isShown).toBe(true);
    expect(track).toMatchObject({ kind: 'captions', mode: 'hidden' });
    expect(readCaptionLanguage()).toBe('en');
  });

  it('are plain text, also for the browser', async () => {
    storeCaptionLanguage('en');
    const { now, trackOf } = open();
    const track = await trackOf('en');
    expect(track.cues).toMatchObject([
      { startTime: 0, endTime: 4, text: 'Mix &amp; &lt;b&gt;wait&lt;/b&gt;' },
      { startTime: 5, endTime: 9, text: 'Bake' },
    ]);
    act(() => track.reach(0));
    expect(now().lines).toEqual(['Mix & <b>wait</b>']);
    act(() => track.reach(0, 1));
    expect(now().lines).toEqual(['Mix & <b>wait</b>', 'Bake']);
    act(() => track.reach());
    expect(now().lines).toEqual([]);
  });

  it('are turned off, which is remembered', async () => {
    storeCaptionLanguage('en');
    const { now, trackOf } = open();
    const track = await trackOf('en');
    act(() => track.reach(0));
    act(() => now().toggle());
    expect(now()).toMatchObject({ isShown: false, lines: [] });
    expect(track.mode).toBe('disabled');
    expect(readCaptionLanguage()).toBeNull();
    act(() => track.reach(1));
    expect(now().lines).toEqual([]);
  });

  it('change their language, and each has one track', async () => {
    storeCaptionLanguage('en');
    const { now, trackOf, tracks } = open();
    const english = await trackOf('en');
    act(() => now().setLanguage('de'));
    const german = await trackOf('de');
    expect([english.mode, german.mode]).toEqual(['disabled', 'hidden']);
    expect(now().language).toBe('de');
    expect(readCaptionLanguage()).toBe('de');
    act(() => now().setLanguage('en'));
    await waitFor(() => expect(english.mode).toBe('hidden'));
    expect(tracks).toHaveLength(2);
    expect(english.cues).toHaveLength(2);
  });

  it('that are off keep a chosen language without being shown', () => {
    const { now } = open();
    act(() => now().setLanguage('de'));
    expect(now()).toMatchObject({ language: 'de', isShown: false });
    expect(readCaptionLanguage()).toBeNull();
    expect(call).not.toHaveBeenCalled();
  });

  it('are shown by the browser while only it shows the video', async () => {
    storeCaptionLanguage('en');
    const { element, happen, trackOf } = open();
    const track = await trackOf('en');
    Object.defineProperty(document, 'pictureInPictureElement', { configurable: true, value: element });
    act(() => happen('enterpictureinpicture'));
    expect(track.mode).toBe('showing');
    Object.defineProperty(document, 'pictureInPictureElement', { configurable: true, value: null });
    act(() => happen('leavepictureinpicture'));
    expect(track.mode).toBe('hidden');
    Object.assign(element, { webkitDisplayingFullscreen: true });
    act(() => happen('webkitbeginfullscreen'));
    expect(track.mode).toBe('showing');
    Object.assign(element, { webkitDisplayingFullscreen: false });
    act(() => happen('webkitendfullscreen'));
    expect(track.mode).toBe('hidden');
  });

  it('of a video without any do nothing', () => {
    storeCaptionLanguage('en');
    const { now } = open([]);
    expect(now()).toMatchObject({ language: undefined, isShown: false });
    act(() => now().toggle());
    expect(now().isShown).toBe(false);
    expect(call).not.toHaveBeenCalled();
  });

  it('end with their player', async () => {
    storeCaptionLanguage('en');
    const { happen, trackOf, unmount } = open();
    const track = await trackOf('en');
    unmount();
    expect(track.mode).toBe('disabled');
    happen('enterpictureinpicture');
    expect(track.mode).toBe('disabled');
  });
});
