import '#web/styles/lazy/chat.css';
import { Pause, Play } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { VoiceShape } from '#contract/features/chat/messages.ts';
import { formatNumber } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { endPlayer, registerPlayer, startPlayer } from './one-player.ts';
import { toDuration } from './peaks.ts';

const speeds = [1, 1.5, 2] as const;
/** How far the arrow keys go, in seconds. */
const step = 5;
/** The speed that was chosen last on this page. */
let lastSpeed: (typeof speeds)[number] = 1;

/** The part of a message that has been played, from 0 to 1, and how to change it. */
function usePlayback({ duration_ms }: VoiceShape) {
  const audio = useRef<HTMLAudioElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const [speed, setSpeed] = useState(lastSpeed);
  const total = duration_ms / 1000;
  const player = useRef<Parameters<typeof registerPlayer>[0] | null>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const mine = {
      element,
      play: () => void audio.current?.play().catch(() => setPlaying(false)),
      pause: () => audio.current?.pause(),
    };
    player.current = mine;
    return registerPlayer(mine);
  }, []);
  useEffect(() => {
    if (audio.current) audio.current.playbackRate = speed;
  }, [speed]);
  const seek = (to: number) => {
    const at = Math.min(total, Math.max(0, to));
    setSeconds(at);
    if (audio.current) audio.current.currentTime = at;
  };
  return {
    audio,
    box,
    isPlaying,
    seconds,
    total,
    speed,
    seek,
    toggle: () => (isPlaying ? audio.current?.pause() : player.current?.play()),
    nextSpeed: () => {
      lastSpeed = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
      setSpeed(lastSpeed);
    },
    events: {
      onPlay: () => {
        setPlaying(true);
        if (audio.current) audio.current.playbackRate = speed;
        if (player.current) startPlayer(player.current);
      },
      onPause: () => setPlaying(false),
      onTimeUpdate: () => setSeconds(audio.current?.currentTime ?? 0),
      onEnded: () => {
        setPlaying(false);
        setSeconds(0);
        if (player.current) endPlayer(player.current);
      },
    },
  };
}

/** Plays a voice message. Its wave shows and changes the position, by pointer and by arrow keys. */
export function VoicePlayer({ url, voice }: { url: string; voice: VoiceShape }) {
  const { audio, box, isPlaying, seconds, total, speed, seek, toggle, nextSpeed, events } =
    usePlayback(voice);
  const share = total > 0 ? seconds / total : 0;
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowRight: step, ArrowUp: step, ArrowLeft: -step, ArrowDown: -step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    seek(seconds + by);
  };
  const onPress = (event: MouseEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width > 0) seek(((event.clientX - left) / width) * total);
  };
  return (
    <div ref={box} className="voice">
      <IconButton
        label={isPlaying ? t('Pause') : t('Play voice message')}
        variant="secondary"
        onClick={toggle}
      >
        {isPlaying ? <Pause size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />}
      </IconButton>
      <div
        className="voice-wave"
        role="slider"
        tabIndex={0}
        aria-label={t('Position')}
        aria-valuemin={0}
        aria-valuemax={Math.round(total)}
        aria-valuenow={Math.round(seconds)}
        aria-valuetext={t('{position} of {duration}', {
          position: toDuration(seconds * 1000),
          duration: toDuration(voice.duration_ms),
        })}
        onKeyDown={onKey}
        onClick={onPress}
      >
        {voice.peaks.map((peak, index) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity.
            key={index}
            data-played={(index + 1) / voice.peaks.length <= share ? '' : undefined}
            style={{ height: `${Math.max(10, peak)}%` }}
          />
        ))}
      </div>
      <span className="voice-time">
        {toDuration(isPlaying || seconds > 0 ? seconds * 1000 : voice.duration_ms)}
      </span>
      <button
        type="button"
        className="voice-speed"
        aria-label={t('Speed {speed}', { speed: formatNumber(speed) })}
        onClick={nextSpeed}
      >
        {`${formatNumber(speed)}×`}
      </button>
      <audio ref={audio} src={url} preload="none" {...events} />
    </div>
  );
}
