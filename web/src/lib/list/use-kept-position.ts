import { useLayoutEffect, useRef } from 'react';

/** The first element after `marker` and its distance from the top of the viewport in pixels. */
interface Anchor {
  element: Element;
  top: number;
}

function findAnchor(marker: Element | null): Anchor | null {
  const list = marker?.nextElementSibling;
  const element = list?.firstElementChild ?? null;
  return element && { element, top: element.getBoundingClientRect().top };
}

/** Returns the nearest ancestor that scrolls, or the page. */
function scrollerOf(element: Element): Element {
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY))
      return box;
  }
  return document.scrollingElement ?? document.documentElement;
}

/**
 * Keeps the items of a list in position while items are added before them. The returned ref belongs to an empty element
 * right before the list; `isLoading` is true while the items are being loaded.
 */
export function useKeptPosition<E extends Element>(isLoading: boolean) {
  const marker = useRef<E>(null);
  const anchor = useRef<Anchor | null>(null);
  useLayoutEffect(() => {
    if (isLoading) {
      anchor.current = findAnchor(marker.current);
      // The reader may scroll while the request is in flight.
      const follow = () => {
        anchor.current = findAnchor(marker.current);
      };
      window.addEventListener('scroll', follow, { passive: true, capture: true });
      return () => window.removeEventListener('scroll', follow, { capture: true });
    }
    const kept = anchor.current;
    anchor.current = null;
    if (!kept?.element.isConnected) return;
    const moved = kept.element.getBoundingClientRect().top - kept.top;
    if (Math.abs(moved) >= 1) scrollerOf(kept.element).scrollBy(0, moved);
  }, [isLoading]);
  return marker;
}
