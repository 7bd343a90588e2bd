import { type ReactNode, useSyncExternalStore } from 'react';
import { cx } from '#web/ui/cx.ts';
import { useMediaQuery } from '#web/ui/use-media-query.ts';

type Device = 'phone' | 'desktop';

const neverChanges = () => () => {};

/** Whether the window is as narrow as a phone's; null while the server's page is hydrated. */
export function useDevice(): Device | null {
  const isKnown = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const isNarrow = useMediaQuery('(width < 48rem)');
  if (!isKnown) return null;
  return isNarrow ? 'phone' : 'desktop';
}

interface OnDeviceProps {
  children: ReactNode;
  className?: string;
}

/** Content of narrow windows. The server sends it to all, and style sheets hide it until the width is known. */
export function OnPhone({ children, className }: OnDeviceProps) {
  return useDevice() === 'desktop' ? null : <div className={cx('md:hidden', className)}>{children}</div>;
}

/** Content of wide windows, in the same way. */
export function OnDesktop({ children, className }: OnDeviceProps) {
  return useDevice() === 'phone' ? null : <div className={cx('max-md:hidden', className)}>{children}</div>;
}
