import { type RefObject, useEffect, useRef } from 'react';
import {
  hasOwnKeys,
  isDoubleTap,
  isPress,
  isTap,
  type LessonCommand,
  type TouchPoint,
  toCommand,
  toSwipe,
} from './lesson-gestures.ts';

interface LessonGestures {
  onCommand: (command: LessonCommand) => void;
  onDoubleTap: () => void;
}

const toPoint = ({ changedTouches: [touch], timeStamp }: TouchEvent): TouchPoint | null =>
  touch ? { x: touch.clientX, y: touch.clientY, time: timeStamp } : null;

/** Vibrates for some milliseconds, on devices that can. */
export const vibrate = (milliseconds: 10 | 20 | 30): void => {
  navigator.vibrate?.(milliseconds);
};

/** Swipes, double taps and keys of the lesson view on phones, while `isActive`. */
export function useLessonGestures(
  box: RefObject<HTMLElement | null>,
  isActive: boolean,
  gestures: LessonGestures,
): void {
  const latest = useRef(gestures);
  useEffect(() => {
    latest.current = gestures;
  });
  useEffect(() => {
    const element = box.current;
    if (!isActive || !element) return;
    let start: TouchPoint | null = null;
    let lastTap: TouchPoint | null = null;
    const stop = new AbortController();
    const { signal } = stop;
    const run = (command: LessonCommand) => {
      vibrate(10);
      latest.current.onCommand(command);
    };
    element.addEventListener(
      'touchstart',
      (event) => {
        start = event.touches.length === 1 && !hasOwnKeys(event.target) ? toPoint(event) : null;
      },
      { signal, passive: true },
    );
    element.addEventListener(
      'touchend',
      (event) => {
        const end = toPoint(event);
        if (!start || !end) return;
        const swipe = toSwipe(start, end);
        const tapped = isTap(start, end) && !isPress(event.target);
        const isSecond = tapped && lastTap !== null && isDoubleTap(lastTap, end);
        if (swipe) run(swipe === 'left' ? 'next' : 'back');
        else if (isSecond) {
          vibrate(20);
          latest.current.onDoubleTap();
        }
        lastTap = tapped && !isSecond ? end : null;
        start = null;
      },
      { signal, passive: true },
    );
    document.addEventListener(
      'keydown',
      (event) => {
        const command = toCommand(event);
        if (!command) return;
        event.preventDefault();
        latest.current.onCommand(command);
      },
      { signal },
    );
    return () => stop.abort();
  }, [box, isActive]);
}
