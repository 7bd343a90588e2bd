import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caption } from '#contract/features/videos/video-texts.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { fakeVideo } from '#web-testing/fake-video.ts';
import { idOf } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { readCaptionLanguage, storeCaptionLanguage } from './caption-language.ts';
import { useCaptions } from './use-captions.ts';

class Cue {
  startTime: number;
  endTime: number;
  text: string;
  constructor(startTime: number, endTime: number, text: string) {
    [this.startTime, this.endTime, this.text] = [startTime, endTime, text];
  }
}
/** A track whose active captions the test chooses. */
class Track extends EventTarget {
  cues: Cue[] = [];
  activeCues: Cue[] = [];
  mode = 'disabled';
  addCue = (cue: Cue) => this.cues.push(cue);
  removeCue = (cue: Cue) => this.cues.splice(this.cues.indexOf(cue), 1);
}

const captionsOf: Record<string, Caption[]> = {
  de: [{ start: 0, end: 2, text: 'Mehl' }],
  en: [
    { start: 0, end: 2, text: 'Flour & <b>water</b>' },
    { start: 2, end: 4, text: 'Wait' },
    { start: 2, end: 5, text: 'A note' },
  ],
};
let floating: Element | null = null;

beforeEach(() => {
  localStorage.clear();
  floating = null;
  vi.stubGlobal('VTTCue', Cue);
  Object.defineProperty(document, 'pictureInPictureElement', { configurable: true, get: () => floating });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'pictureInPictureElement');
});

function open(languages = ['de', 'en']) {
  const { element, ref } = fakeVideo();
  const tracks: Record<string, Track> = {};
  const addTextTrack = vi.fn((_kind: string, _label: string, language: string) => {
    tracks[language] = new Track();
    return tracks[language];
  });
  Object.assign(element, { addTextTrack });
  const fetched: string[] = [];
  const client = createQueryClient(
    respondWith({
      get_video_captions: ({ language }) => {
        fetched.push(language);
        return { captions: captionsOf[language] ?? [] };
      },
    }),
  );
  const video = { upload_id: idOf(2), caption_languages: languages };
  const page = renderHook(() => useCaptions(ref, idOf(1), video), { wrapper: pageProvider(client) });
  const captions = () => page.result.current;
  const trackOf = async (language: string) => await vi.waitFor(() => tracks[language] ?? expect.fail());
  /** The video comes to captions of a track. */
  const comeTo = (track: Track, ...numbers: number[]) =>
    act(() => {
      track.activeCues = numbers.flatMap((number) => track.cues[number] ?? []);
      track.dispatchEvent(new Event('cuechange'));
    });
  return { ...page, element, captions, tracks, trackOf, fetched, addTextTrack, comeTo };
}

describe('Captions', () => {
  it('are neither shown nor loaded until they are turned on', async () => {
    const { captions, fetched, trackOf, comeTo } = open();
    expect(captions()).toMatchObject({ isShown: false, language: 'en', languages: ['de', 'en'], lines: [] });
    act(() => captions().toggle());
    const track = await trackOf('en');
    expect(captions().isShown).toBe(true);
    comeTo(track, 1, 2);
    expect(captions().lines).toEqual(['Wait', 'A note']);
    comeTo(track);
    expect(captions().lines).toEqual([]);
    expect(fetched).toEqual(['en']);
  });

  it('are shown from the start in the language that was chosen last', async () => {
    storeCaptionLanguage('de');
    const { captions, trackOf, addTextTrack } = open();
    const track = await trackOf('de');
    expect(captions()).toMatchObject({ isShown: true, language: 'de' });
    expect(addTextTrack).toHaveBeenCalledExactlyOnceWith('captions', 'German', 'de');
    expect(track.mode).toBe('hidden');
  });

  it('show a text with markup as it was written', async () => {
    storeCaptionLanguage('en');
    const { captions, trackOf, comeTo } = open();
    const track = await trackOf('en');
    expect(track.cues[0]?.text).toBe('Flour &amp; &lt;b&gt;water&lt;/b&gt;');
    comeTo(track, 0);
    expect(captions().lines).toEqual(['Flour & <b>water</b>']);
  });

  it('disappear when they are turned off, which is remembered', async () => {
    storeCaptionLanguage('en');
    const { captions, trackOf, comeTo } = open();
    const track = await trackOf('en');
    comeTo(track, 1);
    act(() => captions().toggle());
    expect(captions()).toMatchObject({ isShown: false, language: 'en', lines: [] });
    expect(track.mode).toBe('disabled');
    comeTo(track, 1);
    expect(captions().lines).toEqual([]);
    expect(readCaptionLanguage()).toBeNull();
  });

  it('change their language, and each has one track', async () => {
    storeCaptionLanguage('en');
    const { captions, trackOf, addTextTrack } = open();
    const english = await trackOf('en');
    act(() => captions().setLanguage('de'));
    const german = await trackOf('de');
    expect([english.mode, german.mode]).toEqual(['disabled', 'hidden']);
    expect(readCaptionLanguage()).toBe('de');
    act(() => captions().setLanguage('en'));
    await vi.waitFor(() => expect(english.mode).toBe('hidden'));
    expect(english.cues).toHaveLength(3);
    expect(addTextTrack).toHaveBeenCalledTimes(2);
  });

  it('stay turned off when only the language of the transcript is changed', () => {
    const { captions } = open();
    act(() => captions().setLanguage('de'));
    expect(captions()).toMatchObject({ isShown: false, language: 'de' });
    expect(readCaptionLanguage()).toBeNull();
  });

  it('are shown by the browser while only it shows the video', async () => {
    storeCaptionLanguage('en');
    const { element, trackOf, unmount } = open();
    const track = await trackOf('en');
    const modeAfter = (event: string) => {
      act(() => void element.dispatchEvent(new Event(event)));
      return track.mode;
    };
    floating = document.body;
    expect(modeAfter('enterpictureinpicture')).toBe('hidden');
    floating = element;
    expect(modeAfter('enterpictureinpicture')).toBe('showing');
    floating = null;
    expect(modeAfter('leavepictureinpicture')).toBe('hidden');
    Object.assign(element, { webkitDisplayingFullscreen: true });
    expect(modeAfter('webkitbeginfullscreen')).toBe('showing');
    Object.assign(element, { webkitDisplayingFullscreen: false });
    expect(modeAfter('webkitendfullscreen')).toBe('hidden');
    unmount();
    floating = element;
    expect(modeAfter('enterpictureinpicture')).toBe('disabled');
  });

  it('of a video without any are never shown or loaded', async () => {
    storeCaptionLanguage('en');
    const { captions, fetched } = open([]);
    act(() => captions().toggle());
    act(() => captions().toggle());
    expect(captions()).toMatchObject({ isShown: false, language: undefined });
    expect(fetched).toEqual([]);
  });
});
