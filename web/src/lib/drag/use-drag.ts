import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { scrollAtEdge } from './auto-scroll.ts';
import { followPress, type Point } from './drag-session.ts';

interface DragOptions<Item, Target> {
  /** What someone drags by an element that they pressed; null if nothing. */
  pick: (pressed: Element) => Item | null;
  /** Where it would be dropped at a point; null where it can't. */
  aim: (item: Item, at: Point) => Target | null;
  /** Whether two targets are the same. */
  isSame: (one: Target, other: Target) => boolean;
  drop: (item: Item, target: Target) => void;
  /** The box that scrolls when the pointer is near its edges; null for the page. */
  findScroller: () => Element | null;
}

export interface Drag<Item, Target> {
  item: Item;
  target: Target | null;
}

/**
 * Dragging within a list, with a mouse, or with a finger that has rested on an item. `box` is the list; `ghost` shows what is dragged
 * and follows the pointer. Escape cancels.
 */
export function useDrag<Item, Target>(isActive: boolean, options: DragOptions<Item, Target>) {
  const [drag, setDrag] = useState<Drag<Item, Target> | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useQuietTouches(box, isActive);
  const onPointerDown = useCallback(
    (event: PointerEvent) => {
      if (!isActive || event.button !== 0 || !event.isPrimary || !(event.target instanceof Element)) return;
      const item = latest.current.pick(event.target);
      if (item === null) return;
      let target: Target | null = null;
      const aimAt = (at: Point) => {
        const next = latest.current.aim(item, at);
        if (target === next || (target && next && latest.current.isSame(target, next))) return;
        target = next;
        setDrag({ item, target });
      };
      const show = ({ x, y }: Point) => {
        if (!ghost.current) return;
        ghost.current.style.setProperty('--x', `${x}px`);
        ghost.current.style.setProperty('--y', `${y}px`);
      };
      followPress(event, {
        onLift: (at) => {
          if (event.pointerType !== 'mouse') navigator.vibrate?.(10);
          setDrag({ item, target });
          aimAt(at);
        },
        onFrame: (at, milliseconds) => {
          show(at);
          scrollAtEdge(latest.current.findScroller(), at.y, milliseconds);
          aimAt(at);
        },
        onDrop: () => {
          setDrag(null);
          if (target !== null) latest.current.drop(item, target);
        },
        onCancel: () => setDrag(null),
      });
    },
    [isActive],
  );
  return { drag, box, ghost, onPointerDown };
}

/**
 * Lets drags prevent scrolling and the browser's own drag of links. Safari only asks listeners that were there before the touch
 * began.
 */
function useQuietTouches(box: RefObject<HTMLElement | null>, isActive: boolean): void {
  useEffect(() => {
    const element = box.current;
    if (!isActive || !element) return;
    const stop = new AbortController();
    const { signal } = stop;
    element.addEventListener('touchmove', () => {}, { signal, passive: false });
    element.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
    return () => stop.abort();
  }, [box, isActive]);
}
