import '#web/styles/lazy/chat.css';
import { SendHorizontal, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { toDuration } from './peaks.ts';
import type { Recording, useVoiceRecorder } from './use-voice-recorder.ts';

/** Bars of the wave while recording: the last few seconds. */
const shownLevels = 48;

interface VoiceBarProps {
  recorder: ReturnType<typeof useVoiceRecorder>;
  onRecorded: (recording: Recording) => void;
}

/** Takes the place of the composer while a voice message is recorded. Esc cancels, Enter sends. */
export function VoiceBar({ recorder, onRecorded }: VoiceBarProps) {
  const { levels, elapsed, finish, cancel, state } = recorder;
  const send = async () => {
    const recording = await finish();
    if (recording) onRecorded(recording);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // Only the recording ends, not the dialog around it.
      event.stopPropagation();
      event.preventDefault();
      cancel();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
  const shown = levels.slice(-shownLevels);
  return (
    <fieldset className="voice-bar">
      <legend className="sr-only">{t('Voice message')}</legend>
      <IconButton label={t('Cancel recording')} onClick={cancel}>
        <Trash2 size={20} aria-hidden="true" />
      </IconButton>
      <span className="voice-dot" aria-hidden="true" />
      <span className="tabular-nums" role="timer" aria-label={t('Recording')}>
        {toDuration(elapsed)}
      </span>
      <span className="voice-wave" aria-hidden="true">
        {shown.map((level, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity.
          <i key={index} style={{ height: `${Math.max(8, Math.min(100, level * 140))}%` }} />
        ))}
      </span>
      <span className="sr-only" role="status">
        {state === 'asking' ? t('Allow this page to use your microphone.') : t('Recording')}
      </span>
      <IconButton
        label={t('Send voice message')}
        variant="primary"
        disabled={state !== 'recording'}
        onClick={() => void send()}
        autoFocus
      >
        <SendHorizontal size={20} aria-hidden="true" />
      </IconButton>
    </fieldset>
  );
}
