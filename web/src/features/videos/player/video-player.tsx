import '#web/styles/lazy/classroom.css';
import { Play } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { PageVideo } from '#contract/features/videos/videos.ts';
import { t } from '#contract/i18n/translate.ts';
import { type Captions, useCaptions } from '../texts/use-captions.ts';
import { VideoPanel } from '../texts/video-panel.tsx';
import { PlayerControls } from './player-controls.tsx';
import { handlePlayerKey } from './player-keys.ts';
import { usePlayer } from './use-player.ts';
import { useSource } from './use-source.ts';
import { useWatching } from './use-watching.ts';

/** When the controls of a playing video disappear, in milliseconds after the last movement. */
const idleAfter = 2_500;
/** Whoever stopped this close to the start or end starts over, in seconds. */
const margin = 3;

/** Where playing starts: where the viewer stopped, unless that is nearly the start or end. */
export function startOf({ watched, duration }: Pick<PageVideo, 'watched' | 'duration'>): number {
  const position = watched?.position ?? 0;
  return position < margin || (duration !== null && position > duration - margin) ? 0 : position;
}

/** Plays an uploaded video. The browser loads nothing but its first bytes before it's started. */
export default function VideoPlayer({ pageId, video }: { pageId: string; video: PageVideo }) {
  const box = useRef<HTMLElement>(null);
  const element = useRef<HTMLVideoElement>(null);
  const { state, commands } = usePlayer(box, element);
  useSource(element, video, state);
  useStart(element, video, state.isStarted);
  const { isIdle, wake } = useIdle(state.isPlaying);
  const [isTheater, setTheater] = useState(false);
  const captions = useCaptions(element, pageId, video);
  const toggleTheater = () => setTheater(!isTheater);
  useWatching(element, pageId, video);
  // The button disappears, and the keys of the player work from where the focus is.
  const play = () => {
    commands.toggle();
    box.current?.focus();
  };
  const duration = state.duration || (video.duration ?? 0);
  const jump = (position: number) => {
    commands.jumpTo(position);
    if (!state.isPlaying) commands.toggle();
  };
  return (
    <div className="player-frame" data-theater={isTheater ? '' : undefined}>
      <section
        ref={box}
        className="player"
        aria-label={t('Video: {name}', { name: video.file_name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: takes the keys of the player.
        tabIndex={0}
        data-idle={isIdle ? '' : undefined}
        onKeyDown={(event) => {
          wake();
          handlePlayerKey(event, {
            state: { ...state, duration },
            commands,
            toggleCaptions: captions.toggle,
            toggleTheater,
          });
        }}
        onPointerMove={wake}
      >
        {/* biome-ignore lint/a11y/useMediaCaption: `useCaptions` adds the captions that the video has. */}
        <video
          ref={element}
          poster={video.poster?.url}
          preload="metadata"
          playsInline
          onClick={commands.toggle}
        />
        <CaptionLines captions={captions} />
        {!state.isStarted && !state.hasFailed && (
          <button type="button" className="player-start" aria-label={t('Play video')} onClick={play}>
            <span>
              <Play size={28} fill="currentColor" aria-hidden="true" />
            </span>
          </button>
        )}
        {state.isStarted && !state.hasFailed && (
          <PlayerControls
            state={state}
            commands={commands}
            duration={duration}
            chapters={video.chapters}
            captions={captions}
            isTheater={isTheater}
            onTheater={toggleTheater}
          />
        )}
        {state.hasFailed && <PlayFailure video={video} />}
      </section>
      <VideoPanel pageId={pageId} video={video} captions={captions} position={state.position} onJump={jump} />
    </div>
  );
}

function CaptionLines({ captions: { lines, language } }: { captions: Captions }) {
  if (lines.length === 0) return null;
  return (
    <div className="player-captions" lang={language}>
      {lines.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </div>
  );
}

/** Offers a video that the browser can't play as a file. */
function PlayFailure({ video }: { video: PageVideo }) {
  return (
    <div className="player-message" role="alert">
      <p>{t("This browser can't play the video.")}</p>
      <a href={video.url} download={video.file_name}>
        {t('Download video')}
      </a>
    </div>
  );
}

/** Moves a video to where playing starts, until it's started: also if the viewer went on on another device meanwhile. */
function useStart(element: RefObject<HTMLVideoElement | null>, video: PageVideo, isStarted: boolean): void {
  const start = startOf(video);
  useEffect(() => {
    const player = element.current;
    if (!player || isStarted) return;
    const move = () => {
      if (player.paused && player.currentTime !== start) player.currentTime = start;
    };
    // Before anything is loaded, it's where loading begins.
    move();
    player.addEventListener('loadedmetadata', move);
    return () => player.removeEventListener('loadedmetadata', move);
  }, [element, start, isStarted]);
}

/** Whether nothing was moved over a playing video for a while. */
function useIdle(isPlaying: boolean): { isIdle: boolean; wake: () => void } {
  const [movedAt, setMovedAt] = useState(0);
  const [isQuiet, setQuiet] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each movement starts the time again.
  useEffect(() => {
    setQuiet(false);
    const timer = setTimeout(() => setQuiet(true), idleAfter);
    return () => clearTimeout(timer);
  }, [movedAt, isPlaying]);
  return { isIdle: isPlaying && isQuiet, wake: () => setMovedAt(Date.now()) };
}
