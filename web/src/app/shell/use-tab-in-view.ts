import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';
import { useFocusedInRow } from '#web/ui/show-in-row.ts';

/** Room in pixels beside a tab with the focus, for the fade at the ends of the row. */
const room = 24;

/**
 * Keeps the open tab in view if the row of tabs is wider than the screen. Watches the tabs themselves, because joining a
 * space adds some, and follows the router, which restores the row's scroll position of the previous page after each
 * navigation. A tab that gets the focus by keyboard is shown whole.
 */
export function useTabInView(row: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useFocusedInRow(row, room);
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
    const stopFollowing = router.subscribe('onRendered', show);
    return () => {
      stopFollowing();
      changes.disconnect();
    };
  }, [row, router]);
}
