import { useEffect, useRef } from 'react';
import { scrollerOf } from './scroller-of.ts';

/**
 * Calls `onNear` when the element with the returned ref comes within `margin` pixels of the viewport, or of what is shown of a
 * list that scrolls by itself, while `active`.
 */
export function useNearEnd<E extends Element>(active: boolean, onNear: () => void, margin = 600) {
  const ref = useRef<E>(null);
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  });
  useEffect(() => {
    const element = ref.current;
    if (!active || !element) return;
    // A box that scrolls cuts off what is beyond its edge, so the margin must be around the box.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current();
      },
      { root: scrollerOf(element), rootMargin: `${margin}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [active, margin]);
  return ref;
}
