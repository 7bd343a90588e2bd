import { lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import type { DayPopoverProps } from './day-popover.tsx';

/** The list of a day's events; its scripts load when it is first opened. */
export const dayPopup = lazyOverlay<DayPopoverProps>(
  async () => (await import('./day-popover.tsx')).DayPopover,
);
