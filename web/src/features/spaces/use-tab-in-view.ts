import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/** Scrolls the open tab into view if the row of tabs is wider than the screen. */
export function useTabInView(row: RefObject<HTMLElement | null>): void {
  const path = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path can be another tab.
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[data-active]');
    if (!row.current || !tab || row.current.scrollWidth <= row.current.clientWidth) return;
    const middle = tab.offsetLeft - row.current.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2;
    row.current.scrollTo({ left: middle });
  }, [row, path]);
}
