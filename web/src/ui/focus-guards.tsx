import { useEffect } from 'react';

/**
 * Inside a popup that leaves the page usable: its focus guards (empty places around it that pass the focus on) are no
 * longer hidden from assistive technology, since what can be focused must not be hidden from it.
 */
export function ShownFocusGuards() {
  useEffect(() => {
    // The guards beside the trigger come with the frame after the popup.
    const frame = requestAnimationFrame(() => {
      for (const guard of document.querySelectorAll('[data-base-ui-focus-guard][aria-hidden]')) {
        guard.removeAttribute('aria-hidden');
      }
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return null;
}
