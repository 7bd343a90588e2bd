import { useEffect, useRef } from 'react';

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
    // Boxes that scroll cut off what is beyond their edge: `rootMargin` reaches past the viewport only. Browsers without
    // `scrollMargin`, which TypeScript doesn't know yet, load more at the end of the box.
    const margins = { rootMargin: `${margin}px`, scrollMargin: `${margin}px` };
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) latest.current();
    }, margins);
    observer.observe(element);
    return () => observer.disconnect();
  }, [active, margin]);
  return ref;
}
