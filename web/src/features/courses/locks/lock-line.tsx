import { Lock as LockIcon } from 'lucide-react';
import type { Lock } from '#contract/features/access/access.ts';
import { cx } from '#web/ui/cx.ts';
import { toLockLine } from './lock-copy.ts';
import { useReaderZone } from './use-reader-zone.ts';

/** Why an item is locked, in one line. */
export function LockLine({ lock, className }: { lock: Lock; className?: string }) {
  const timeZone = useReaderZone();
  return (
    <p className={cx('flex items-center gap-1.5 text-sm text-soft', className)}>
      <LockIcon size={16} className="flex-none" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">{toLockLine(lock, timeZone)}</span>
    </p>
  );
}
