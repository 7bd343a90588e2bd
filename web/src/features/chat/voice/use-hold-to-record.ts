import { type PointerEvent, useRef } from 'react';
import type { Recording, useVoiceRecorder } from './use-voice-recorder.ts';

/** A press that is longer than this records as long as it lasts, in milliseconds. */
const holdAfter = 500;
/** Swiping this far to the left cancels, in pixels. */
const cancelAt = 80;

/** Event handlers of the microphone button: a click starts recording; holding it records until it's released. */
export function useHoldToRecord(
  { start, finish, cancel }: ReturnType<typeof useVoiceRecorder>,
  onRecorded: (recording: Recording) => void,
) {
  const pressed = useRef(false);
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const { timeStamp: startedAt, clientX: from, pointerId } = event;
    pressed.current = true;
    void start();
    const stop = () => {
      for (const name of ['pointerup', 'pointercancel', 'pointermove'] as const)
        window.removeEventListener(name, listen);
    };
    const listen = (next: globalThis.PointerEvent) => {
      if (next.pointerId !== pointerId) return;
      if (next.type === 'pointermove') {
        if (from - next.clientX < cancelAt) return;
        stop();
        cancel();
        return;
      }
      stop();
      if (next.type === 'pointerup' && next.timeStamp - startedAt >= holdAfter)
        void finish().then((recording) => recording && onRecorded(recording));
    };
    for (const name of ['pointerup', 'pointercancel', 'pointermove'] as const)
      window.addEventListener(name, listen);
  };
  const onClick = () => {
    // The pointer has started it already; a keyboard has no pointer.
    if (!pressed.current) void start();
    pressed.current = false;
  };
  return { onPointerDown, onClick };
}
