import { Lock as LockIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Lock } from '#contract/features/access/access.ts';
import { cx } from '#web/ui/cx.ts';
import { toLockLine } from './lock-copy.ts';
import { useReaderZone } from './use-reader-zone.ts';

interface LockLineProps {
  lock: Lock;
  className?: string;
  /** In place of its text. */
  children?: ReactNode;
}

/** Why an item is locked, in one line. */
export function LockLine({ lock, className, children }: LockLineProps) {
  const timeZone = useReaderZone();
  return (
    <p className={cx('flex items-center gap-1.5 text-sm text-soft', className)}>
      <LockIcon size={16} className="flex-none" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">{children ?? toLockLine(lock, timeZone)}</span>
    </p>
  );
}
