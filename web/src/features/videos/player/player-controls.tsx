import '#web/styles/lazy/classroom.css';
import {
  Captions as CaptionsIcon,
  CaptionsOff,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RectangleHorizontal,
  Volume2,
  VolumeX,
} from 'lucide-react';
import type { Chapter } from '#contract/features/videos/video-texts.ts';
import { formatNumber } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { currentIndex } from '../texts/current-item.ts';
import type { Captions } from '../texts/use-captions.ts';
import { formatTime } from './format-time.ts';
import { speeds } from './speed.ts';
import type { PlayerCommands, PlayerState } from './use-player.ts';

const icon = { size: 20, 'aria-hidden': true } as const;

interface PlayerControlsProps {
  state: PlayerState;
  commands: PlayerCommands;
  /** In seconds. */
  duration: number;
  chapters: readonly Chapter[];
  captions: Captions;
  isTheater: boolean;
  onTheater: () => void;
}

/** The controls at the lower edge of a player. */
export function PlayerControls(props: PlayerControlsProps) {
  const { state, commands, duration, chapters } = props;
  const { isPlaying, isMuted, position } = state;
  const chapter = chapters[currentIndex(chapters, position)];
  return (
    <div className="player-bar">
      <div className="relative">
        <input
          type="range"
          className="w-full"
          aria-label={t('Position')}
          aria-valuetext={t('{position} of {duration}', {
            position: formatTime(position),
            duration: formatTime(duration),
          })}
          min={0}
          max={Math.max(1, duration)}
          step={1}
          // A value between two steps would be rounded by the browser, which React takes for another change.
          value={Math.floor(Math.min(position, duration))}
          onChange={({ target }) => commands.jumpTo(Number(target.value))}
        />
        {duration > 0 &&
          chapters.map(
            ({ start }) =>
              start > 0 &&
              start < duration && (
                <span key={start} className="player-mark" style={{ left: `${(start / duration) * 100}%` }} />
              ),
          )}
      </div>
      <div className="flex items-center gap-0.5">
        <button type="button" aria-label={isPlaying ? t('Pause') : t('Play')} onClick={commands.toggle}>
          {isPlaying ? <Pause {...icon} /> : <Play {...icon} />}
        </button>
        <button
          type="button"
          className="player-mute"
          aria-label={isMuted ? t('Unmute') : t('Mute')}
          onClick={commands.mute}
        >
          {isMuted ? <VolumeX {...icon} /> : <Volume2 {...icon} />}
        </button>
        <span className="player-time">
          {formatTime(position)} / {formatTime(duration)}
        </span>
        <span className="player-chapter">{chapter?.title}</span>
        <ViewControls {...props} />
      </div>
    </div>
  );
}

/** The controls of how the video is shown. */
function ViewControls({ state, commands, captions, isTheater, onTheater }: PlayerControlsProps) {
  const { isFullscreen, speed } = state;
  return (
    <>
      <select
        className="player-speed"
        aria-label={t('Speed')}
        value={speed}
        onChange={({ target }) => commands.setSpeed(Number(target.value))}
      >
        {speeds.map((one) => (
          <option key={one} value={one}>
            {t('{speed}×', { speed: formatNumber(one) })}
          </option>
        ))}
      </select>
      {captions.language !== undefined && (
        <button
          type="button"
          aria-label={t('Captions')}
          aria-pressed={captions.isShown}
          onClick={captions.toggle}
        >
          {captions.isShown ? <CaptionsIcon {...icon} /> : <CaptionsOff {...icon} />}
        </button>
      )}
      {commands.showFloating && (
        <button type="button" aria-label={t('Picture-in-picture')} onClick={commands.showFloating}>
          <PictureInPicture2 {...icon} />
        </button>
      )}
      {!isFullscreen && (
        <button
          type="button"
          className="player-theater"
          aria-label={t('Theater mode')}
          aria-pressed={isTheater}
          onClick={onTheater}
        >
          <RectangleHorizontal {...icon} />
        </button>
      )}
      <button
        type="button"
        aria-label={isFullscreen ? t('Exit full screen') : t('Full screen')}
        onClick={commands.showFullscreen}
      >
        {isFullscreen ? <Minimize {...icon} /> : <Maximize {...icon} />}
      </button>
    </>
  );
}
