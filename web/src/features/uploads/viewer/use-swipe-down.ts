import { useEffect, useRef } from 'react';
import { listenToTouches } from './listen-to-touches.ts';

/** Pixels before the direction of a movement is known, and from which it closes when the finger is lifted. */
const decisive = 10;
const far = 96;
/** Pixels per millisecond from which a short movement closes too. */
const fast = 0.6;

interface Swipe {
  x: number;
  y: number;
  at: number;
  /** Null until the direction is known. */
  isDown: boolean | null;
}

/**
 * Moves the row down with one finger and calls `onSwipe` if it is let go far enough from where it was; otherwise the
 * row returns. The share that is left of the way is in `--left` of the row's parent, 1 to 0.
 */
export function useSwipeDown(
  row: HTMLElement | null,
  { enabled, onSwipe }: { enabled: boolean; onSwipe: () => void },
): void {
  const notify = useRef(onSwipe);
  useEffect(() => {
    notify.current = onSwipe;
  });
  useEffect(() => {
    if (!row || !enabled) return;
    let swipe: Swipe | null = null;
    const moveTo = (distance: number) => {
      row.style.transition = distance > 0 ? 'none' : '';
      row.style.translate = distance > 0 ? `0 ${distance}px` : '';
      row.parentElement?.style.setProperty('--left', String(Math.max(0, 1 - distance / (far * 4))));
    };
    const begin = ({ touches, timeStamp }: TouchEvent) => {
      const finger = touches[0];
      if (swipe?.isDown) moveTo(0);
      swipe =
        touches.length === 1 && finger
          ? { x: finger.clientX, y: finger.clientY, at: timeStamp, isDown: null }
          : null;
    };
    const move = (event: TouchEvent) => {
      const finger = event.touches[0];
      if (!swipe || !finger) return;
      const [x, y] = [finger.clientX - swipe.x, finger.clientY - swipe.y];
      if (swipe.isDown === null && Math.hypot(x, y) >= decisive) swipe.isDown = y > Math.abs(x);
      if (!swipe.isDown) return;
      event.preventDefault();
      moveTo(Math.max(0, y));
    };
    const end = (event: TouchEvent) => {
      const [began, finger] = [swipe, event.changedTouches[0]];
      swipe = null;
      if (!began?.isDown || !finger) return;
      const distance = finger.clientY - began.y;
      const speed = distance / Math.max(1, event.timeStamp - began.at);
      if (event.type === 'touchend' && (distance >= far || (distance > decisive && speed >= fast)))
        notify.current();
      else moveTo(0);
    };
    return listenToTouches(row, { begin, move, end });
  }, [row, enabled]);
}
