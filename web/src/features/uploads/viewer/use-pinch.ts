import { useEffect, useRef } from 'react';
import { listenToTouches } from './listen-to-touches.ts';

/**
 * The zoom of an image: which point of it (as shares of its size) is where in its frame, and the size of the image.
 */
export interface CloseLook {
  x: number;
  y: number;
  /** Position of that point in the frame, in pixels; the center by default. */
  left?: number;
  top?: number;
  /** As a multiple of the size at which the image fits the window. */
  scale: number;
}

const maxScale = 5;

interface Start {
  x: number;
  y: number;
  distance: number;
  scale: number;
  frame: DOMRect;
}

const distanceOf = ([one, other]: [Touch, Touch]) =>
  Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
const middleOf = ([one, other]: [Touch, Touch]) => ({
  x: (one.clientX + other.clientX) / 2,
  y: (one.clientY + other.clientY) / 2,
});
function twoOf({ touches }: TouchEvent): [Touch, Touch] | null {
  const [one, other] = [touches[0], touches[1]];
  return touches.length === 2 && one && other ? [one, other] : null;
}

function startOf(fingers: [Touch, Touch], target: EventTarget | null): Start | null {
  const frame = target instanceof Element ? target.closest('li') : null;
  const image = frame?.querySelector('img');
  if (!frame || !image) return null;
  const size = image.getBoundingClientRect();
  const middle = middleOf(fingers);
  return {
    x: (middle.x - size.left) / size.width,
    y: (middle.y - size.top) / size.height,
    distance: distanceOf(fingers),
    scale: Number(image.dataset.scale ?? 1),
    frame: frame.getBoundingClientRect(),
  };
}

/**
 * Zooms an image in a row of frames (`li`) with two fingers, around the point between them. `data-scale` of the image
 * is its current scale.
 */
export function usePinch(row: HTMLElement | null, onPinch: (look: CloseLook | null) => void): void {
  const notify = useRef(onPinch);
  useEffect(() => {
    notify.current = onPinch;
  });
  useEffect(() => {
    if (!row) return;
    let start: Start | null = null;
    const begin = (event: TouchEvent) => {
      const fingers = twoOf(event);
      start = fingers && startOf(fingers, event.target);
    };
    const move = (event: TouchEvent) => {
      const fingers = twoOf(event);
      if (!fingers || !start) return;
      // Otherwise the row would scroll.
      event.preventDefault();
      const { x, y, frame } = start;
      const scale = Math.min(maxScale, (start.scale * distanceOf(fingers)) / start.distance);
      const middle = middleOf(fingers);
      const isWhole = scale <= 1.02;
      notify.current(
        isWhole ? null : { x, y, left: middle.x - frame.left, top: middle.y - frame.top, scale },
      );
    };
    const end = (event: TouchEvent) => {
      if (event.touches.length < 2) start = null;
    };
    return listenToTouches(row, { begin, move, end });
  }, [row]);
}
