import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels between a toast and what is below it, at least. */
const gap = 8;

/**
 * Returns how far above the lower edge of the window an area must be to cover nothing with `data-floor`, in pixels. Sheets count if
 * they stand on that edge and leave room above.
 */
function readFloor(area: HTMLElement): number {
  // A keyboard on the screen covers the lower part of the window.
  const visible = window.visualViewport;
  const edge = visible ? Math.min(innerHeight, visible.offsetTop + visible.height) : innerHeight;
  const { left, right, height } = area.getBoundingClientRect();
  const boxes = [...document.querySelectorAll<HTMLElement>('[data-floor]')]
    .filter((element) => getComputedStyle(element).visibility !== 'hidden')
    .map((element) => ({ box: element.getBoundingClientRect(), isSheet: element.dataset.floor === 'sheet' }))
    .filter(({ box, isSheet }) => !isSheet || (box.bottom >= edge - 1 && box.top >= height + 2 * gap))
    .map(({ box }) => box)
    .filter((box) => box.height > 0 && box.left < right && box.right > left)
    .toSorted((a, b) => b.bottom - a.bottom);
  let top = edge;
  for (const box of boxes) if (box.top < top && box.bottom > top - height - gap) top = box.top;
  return innerHeight - top;
}

/**
 * Returns how far above the lower edge of the window toasts are shown, in pixels: above the elements with `data-floor`, which are
 * bars and rows of buttons that stay there. Follows them while `isOpen`.
 */
export function useToastFloor(area: RefObject<HTMLElement | null>, isOpen: boolean): number {
  const [floor, setFloor] = useState(0);
  // Before the browser paints: a toast must not be seen below its place first.
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || !isOpen) return;
    const stop = new AbortController();
    let frame = 0;
    const measure = () => setFloor(readFloor(element));
    const measureSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    measure();
    const options = { signal: stop.signal, passive: true, capture: true };
    window.addEventListener('scroll', measureSoon, options);
    window.addEventListener('resize', measureSoon, options);
    window.visualViewport?.addEventListener('resize', measureSoon, options);
    // Dialogs and composers open and close.
    const changes = new MutationObserver(measureSoon);
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      stop.abort();
      changes.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [area, isOpen]);
  return floor;
}
