import { type RefObject, useEffect } from 'react';

/**
 * Keeps the open tab in view if the row of tabs is wider than the screen. Watches the tabs themselves, because links mark
 * the open tab later than the location changes, and joining a space adds tabs.
 */
export function useTabInView(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const nav = row.current;
    if (!nav) return;
    const show = () => {
      const tab = nav.querySelector<HTMLElement>('[data-active]');
      if (!tab || nav.scrollWidth <= nav.clientWidth) return;
      nav.scrollLeft = Math.max(0, tab.offsetLeft - nav.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2);
    };
    show();
    const changes = new MutationObserver(show);
    changes.observe(nav, { subtree: true, childList: true, attributeFilter: ['data-active'] });
    return () => changes.disconnect();
  }, [row]);
}
