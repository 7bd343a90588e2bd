import { Maximize, Minimize, Pause, PictureInPicture2, Play, Volume2, VolumeX } from 'lucide-react';
import { formatNumber } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { formatTime } from './format-time.ts';
import { speeds } from './speed.ts';
import type { PlayerCommands, PlayerState } from './use-player.ts';

const icon = { size: 20, 'aria-hidden': true } as const;

interface PlayerControlsProps {
  state: PlayerState;
  commands: PlayerCommands;
  /** In seconds. */
  duration: number;
}

/** The controls at the lower edge of a player. */
export function PlayerControls({ state, commands, duration }: PlayerControlsProps) {
  const { isPlaying, isMuted, isFullscreen, position, speed } = state;
  return (
    <div className="player-bar">
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
        value={Math.min(position, duration)}
        onChange={({ target }) => commands.jumpTo(Number(target.value))}
      />
      <div className="flex items-center gap-0.5">
        <button type="button" aria-label={isPlaying ? t('Pause') : t('Play')} onClick={commands.toggle}>
          {isPlaying ? <Pause {...icon} /> : <Play {...icon} />}
        </button>
        <button type="button" aria-label={isMuted ? t('Unmute') : t('Mute')} onClick={commands.mute}>
          {isMuted ? <VolumeX {...icon} /> : <Volume2 {...icon} />}
        </button>
        <span className="player-time">
          {formatTime(position)} / {formatTime(duration)}
        </span>
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
        {commands.showFloating && (
          <button type="button" aria-label={t('Picture-in-picture')} onClick={commands.showFloating}>
            <PictureInPicture2 {...icon} />
          </button>
        )}
        <button
          type="button"
          aria-label={isFullscreen ? t('Exit full screen') : t('Full screen')}
          onClick={commands.showFullscreen}
        >
          {isFullscreen ? <Minimize {...icon} /> : <Maximize {...icon} />}
        </button>
      </div>
    </div>
  );
}
