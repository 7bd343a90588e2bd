import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Caption } from '#contract/features/videos/video-texts.ts';
import type { PageVideo } from '#contract/features/videos/videos.ts';
import { languageName } from '#contract/i18n/names.ts';
import { captionsQuery } from '../videos.api.ts';
import { chooseLanguage, readCaptionLanguage, storeCaptionLanguage } from './caption-language.ts';

export interface Captions {
  /** Undefined for a video without captions. */
  language: string | undefined;
  languages: readonly string[];
  isShown: boolean;
  /** The captions of the moment, if they are shown. */
  lines: readonly string[];
  toggle: () => void;
  setLanguage: (language: string) => void;
}

/** A cue reads its text as markup. */
const toCueText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function fill(track: TextTrack, captions: readonly Caption[]): void {
  for (const cue of [...(track.cues ?? [])]) track.removeCue(cue);
  for (const { start, end, text } of captions) track.addCue(new VTTCue(start, end, toCueText(text)));
}

/** While only the browser shows the video, it also has to show the captions. */
const outside = 'enterpictureinpicture leavepictureinpicture webkitbeginfullscreen webkitendfullscreen'.split(
  ' ',
);
const isOutside = (player: HTMLVideoElement): boolean =>
  document.pictureInPictureElement === player ||
  (player as { webkitDisplayingFullscreen?: boolean }).webkitDisplayingFullscreen === true;

/** The captions of a video, in the language that was chosen last, and those of the moment. */
export function useCaptions(
  element: RefObject<HTMLVideoElement | null>,
  pageId: string,
  { upload_id, caption_languages: languages }: Pick<PageVideo, 'upload_id' | 'caption_languages'>,
): Captions {
  const [preferred, setPreferred] = useState<string | null>(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const stored = readCaptionLanguage();
    setPreferred(stored);
    setShown(stored !== null);
  }, []);
  const language = chooseLanguage(languages, preferred);
  const { data } = useQuery({
    ...captionsQuery(pageId, upload_id, language ?? ''),
    enabled: isShown && language !== undefined,
  });
  const captions = data?.captions;
  /** A track can't be removed from its element, so each language has one. */
  const tracks = useRef(new Map<string, TextTrack>());
  const [lines, setLines] = useState<string[]>([]);
  useEffect(() => {
    const player = element.current;
    if (!isShown || !language || !captions || !player) return;
    const track =
      tracks.current.get(language) ?? player.addTextTrack('captions', languageName(language), language);
    tracks.current.set(language, track);
    fill(track, captions);
    const show = () => {
      track.mode = isOutside(player) ? 'showing' : 'hidden';
      const active = [...(track.activeCues ?? [])].map(({ startTime, endTime }) =>
        captions.find(({ start, end }) => start === startTime && end === endTime),
      );
      setLines(active.flatMap((caption) => (caption ? [caption.text] : [])));
    };
    show();
    track.addEventListener('cuechange', show);
    for (const event of outside) player.addEventListener(event, show);
    return () => {
      track.removeEventListener('cuechange', show);
      for (const event of outside) player.removeEventListener(event, show);
      track.mode = 'disabled';
      setLines([]);
    };
  }, [element, isShown, language, captions]);
  const choose = (next: string | null) => {
    storeCaptionLanguage(next);
    setShown(next !== null);
    if (next !== null) setPreferred(next);
  };
  return {
    language,
    languages,
    isShown: isShown && language !== undefined,
    lines,
    toggle: () => choose(isShown ? null : (language ?? null)),
    setLanguage: (next) => {
      setPreferred(next);
      if (isShown) choose(next);
    },
  };
}
