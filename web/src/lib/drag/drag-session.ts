import { dropClickOf } from './drop-click.ts';

/** How far a mouse moves before it drags, in pixels. */
const mouseSlack = 5;
/** How long a finger rests before it drags, in milliseconds. */
const holdFor = 350;
/** How far a finger may move until then, in pixels: farther, it scrolls. */
const holdSlack = 8;

/** A point of the window, in pixels. */
export interface Point {
  x: number;
  y: number;
}

export interface DragHandlers {
  /** The drag begins: the mouse was moved, or the finger has rested. */
  onLift: (at: Point) => void;
  /** Once per frame while it lasts. */
  onFrame: (at: Point, milliseconds: number) => void;
  onDrop: () => void;
  /** Escape was pressed, or the browser took the pointer. */
  onCancel: () => void;
}

type Press = Pick<PointerEvent, 'pointerId' | 'pointerType' | 'clientX' | 'clientY'>;

/**
 * Follows a pointer that was pressed until it is released. A mouse drags once it's moved, a finger once it has rested for a moment;
 * before that, presses and scrolling work as ever. The click at the end of a drag is dropped.
 */
export function followPress(press: Press, { onLift, onFrame, onDrop, onCancel }: DragHandlers): void {
  const ended = new AbortController();
  const options = { signal: ended.signal };
  const isMouse = press.pointerType === 'mouse';
  const from: Point = { x: press.clientX, y: press.clientY };
  let at = from;
  let isLifted = false;
  let frame = 0;
  let hold: ReturnType<typeof setTimeout> | undefined;

  const end = () => {
    clearTimeout(hold);
    cancelAnimationFrame(frame);
    delete document.documentElement.dataset.dragging;
    ended.abort();
  };
  const cancel = () => {
    end();
    if (isLifted) onCancel();
  };
  const lift = () => {
    isLifted = true;
    dropClickOf(press.pointerId);
    document.documentElement.dataset.dragging = '';
    // A selection that the press began would be dragged by the browser.
    window.getSelection()?.removeAllRanges();
    onLift(at);
    let last = performance.now();
    const onNext = (now: number) => {
      onFrame(at, Math.min(now - last, 50));
      last = now;
      frame = requestAnimationFrame(onNext);
    };
    frame = requestAnimationFrame(onNext);
  };
  if (!isMouse) hold = setTimeout(lift, holdFor);

  const on = <Name extends keyof WindowEventMap>(
    name: Name,
    listener: (event: WindowEventMap[Name]) => void,
    more: AddEventListenerOptions = {},
  ) => window.addEventListener(name, listener, { ...options, ...more });
  on('pointermove', (event) => {
    if (event.pointerId !== press.pointerId) return;
    at = { x: event.clientX, y: event.clientY };
    if (isLifted) return;
    const moved = Math.hypot(at.x - from.x, at.y - from.y);
    if (isMouse && event.buttons === 0) end();
    else if (isMouse && moved >= mouseSlack) lift();
    else if (!isMouse && moved > holdSlack) end();
  });
  on('pointerup', (event) => {
    if (event.pointerId !== press.pointerId) return;
    end();
    if (isLifted) onDrop();
  });
  on('pointercancel', (event) => event.pointerId === press.pointerId && cancel());
  // The press itself is still on its way to the window.
  on('pointerdown', cancel, { capture: true });
  on('blur', cancel);
  on(
    'keydown',
    (event) => {
      if (!isLifted) return;
      event.stopPropagation();
      event.preventDefault();
      if (event.key === 'Escape') cancel();
    },
    { capture: true },
  );
  // A finger that rests opens the menu of a link; while it drags, the page must not scroll.
  on('contextmenu', (event) => !isMouse && event.preventDefault(), { capture: true });
  on('touchmove', (event) => isLifted && event.preventDefault(), { passive: false });
}
