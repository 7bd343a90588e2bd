import type { PointerEvent } from 'react';
import { dropClickOf } from '#web/lib/drag/drop-click.ts';
import type { Recording, useVoiceRecorder } from './use-voice-recorder.ts';

/** A press that is longer than this records as long as it lasts, in milliseconds. */
const holdAfter = 500;
/** Swiping this far to the left cancels, in pixels. */
const cancelAt = 80;
/**
 * Event handlers of the microphone button: a click starts recording; holding it records until it's released. Swiping to
 * the left cancels, and so does the browser when it takes the pointer.
 */
export function useHoldToRecord(
  { start, finish, cancel }: ReturnType<typeof useVoiceRecorder>,
  onRecorded: (recording: Recording) => void,
) {
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const { timeStamp: startedAt, clientX: from, pointerId } = event;
    dropClickOf(pointerId);
    void start();
    const stop = () => {
      for (const name of ['pointerup', 'pointercancel', 'pointermove'] as const)
        window.removeEventListener(name, listen);
    };
    const listen = (next: globalThis.PointerEvent) => {
      if (next.pointerId !== pointerId) return;
      if (next.type === 'pointermove' && from - next.clientX < cancelAt) return;
      stop();
      if (next.type !== 'pointerup') cancel();
      else if (next.timeStamp - startedAt >= holdAfter)
        void finish().then((recording) => recording && onRecorded(recording));
    };
    for (const name of ['pointerup', 'pointercancel', 'pointermove'] as const)
      window.addEventListener(name, listen);
  };
  // The click of a pointer is dropped: this one is of the keyboard or a screen reader.
  const onClick = () => void start();
  return { onPointerDown, onClick };
}
