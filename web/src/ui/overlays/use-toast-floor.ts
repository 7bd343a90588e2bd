import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels between a toast and what is below it, at least. */
const gap = 8;

/**
 * Returns how far above the lower edge of the window an area must be to cover nothing with `data-floor`, in pixels. Sheets count if
 * they stand on that edge and leave room above, rows of the page only if `withRows`.
 */
function readFloor(area: HTMLElement, withRows: boolean): number {
  // A keyboard on the screen covers the lower part of the window.
  const visible = window.visualViewport;
  const edge = visible ? Math.min(innerHeight, visible.offsetTop + visible.height) : innerHeight;
  const { left, right, height } = area.getBoundingClientRect();
  const boxes = [...document.querySelectorAll<HTMLElement>('[data-floor]')]
    .filter((element) => getComputedStyle(element).visibility !== 'hidden')
    .map((element) => ({ box: element.getBoundingClientRect(), kind: element.dataset.floor }))
    .filter(({ kind }) => kind !== 'row' || withRows)
    .filter(({ box, kind }) => kind !== 'sheet' || (box.bottom >= edge - 1 && box.top >= height + 2 * gap))
    .map(({ box }) => box)
    .filter((box) => box.height > 0 && box.left < right && box.right > left)
    .toSorted((a, b) => b.bottom - a.bottom);
  let top = edge;
  for (const box of boxes) if (box.top < top && box.bottom > top - height - gap) top = box.top;
  return innerHeight - top;
}

/** What people scroll with. */
const scrolling = ['wheel', 'touchmove'] as const;

/**
 * Returns how far above the lower edge of the window toasts are shown, in pixels: above the elements with `data-floor`, which are
 * bars that stay there, and rows of buttons (`row`) in the page. Follows them while the toast
 * `toastId` is open; null is none. Once people scroll, rows pass below.
 */
export function useToastFloor(area: RefObject<HTMLElement | null>, toastId: number | null): number {
  const [floor, setFloor] = useState(0);
  // Before the browser paints: a toast must not be seen below its place first.
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || toastId === null) return;
    const stop = new AbortController();
    let frame = 0;
    let isScrolled = false;
    const measure = () => {
      const next = readFloor(element, !isScrolled);
      setFloor((before) => (isScrolled ? Math.max(before, next) : next));
    };
    const measureSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    measure();
    const options = { signal: stop.signal, passive: true, capture: true };
    window.addEventListener('scroll', measureSoon, options);
    for (const type of scrolling)
      window.addEventListener(
        type,
        () => {
          isScrolled = true;
        },
        options,
      );
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
  }, [area, toastId]);
  return floor;
}
