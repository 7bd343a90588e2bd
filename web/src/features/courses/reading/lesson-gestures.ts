/** A touch: where it is, in pixels, and when, in milliseconds. */
export interface TouchPoint {
  x: number;
  y: number;
  time: number;
}

const maxDuration = 300;
const minDistance = 50;
const maxVertical = 100;
/** The time between the two taps of a double tap, in milliseconds. */
const doubleTapTime = 300;
/** How far a finger may move during a tap, in pixels. */
const tapDistance = 10;

/** Returns the direction of a swipe; null if the movement isn't one. */
export function toSwipe(start: TouchPoint, end: TouchPoint): 'left' | 'right' | null {
  const [x, y] = [end.x - start.x, Math.abs(end.y - start.y)];
  const isSwipe =
    end.time - start.time <= maxDuration && Math.abs(x) >= minDistance && Math.abs(x) > y && y < maxVertical;
  if (!isSwipe) return null;
  return x < 0 ? 'left' : 'right';
}

/** How far the second tap of a double tap may be from the first, in pixels. */
const doubleTapDistance = 40;

/** Whether a tap is the second one of a double tap: soon after the first, and in the same place. */
export const isDoubleTap = (first: TouchPoint, second: TouchPoint): boolean =>
  second.time - first.time <= doubleTapTime &&
  Math.hypot(second.x - first.x, second.y - first.y) <= doubleTapDistance;

/** Whether a touch is a tap. */
export const isTap = (start: TouchPoint, end: TouchPoint): boolean =>
  end.time - start.time <= maxDuration && Math.hypot(end.x - start.x, end.y - start.y) <= tapDistance;

/** `close` leaves the reading mode, and outside of it the page. */
export type LessonCommand = 'back' | 'close' | 'next' | 'previous';

const keys: Partial<Record<string, LessonCommand>> = {
  Escape: 'close',
  ArrowLeft: 'back',
  ArrowRight: 'next',
  ArrowDown: 'next',
  ArrowUp: 'previous',
};

// Not translated: a selector.
const fields = 'input, textarea, select, button, video, audio, iframe, [contenteditable]';
// Not translated: a selector.
const layers = ':is([role="menu"], [role="dialog"], [role="alertdialog"])';

/** Whether keys and touches have another meaning: in fields, editors, players, menus and dialogs. */
export const hasOwnKeys = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`${fields}, ${layers}`) !== null;

// Not translated: a selector.
const pressed = 'label, a, summary';

/** Whether a tap presses something: a link, or the choice of a quiz. */
export const isPress = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(pressed) !== null;

/** Returns what a key does in the lesson view; null for other keys, and where it has another meaning. */
export function toCommand(event: KeyboardEvent): LessonCommand | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented, target } = event;
  if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey || hasOwnKeys(target)) return null;
  return keys[key] ?? null;
}
