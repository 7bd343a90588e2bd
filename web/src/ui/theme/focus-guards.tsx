import { useEffect } from 'react';

/**
 * Makes the focus guards of a non-modal popup (empty elements that pass the focus on) visible to assistive technology,
 * because focusable elements must not be hidden from it.
 */
export function VisibleFocusGuards() {
  useEffect(() => {
    // The guards next to the trigger are added one frame after the popup.
    const frame = requestAnimationFrame(() => {
      for (const guard of document.querySelectorAll('[data-base-ui-focus-guard][aria-hidden]')) {
        guard.removeAttribute('aria-hidden');
      }
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return null;
}
