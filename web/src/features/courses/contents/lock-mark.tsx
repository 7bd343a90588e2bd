import { Lock, LockKeyhole } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';

/** Marks what is locked for the viewer, and for editors what has rules. */
export function LockMark({ isLocked }: { isLocked: boolean }) {
  const Icon = isLocked ? Lock : LockKeyhole;
  return (
    <span className="flex-none text-faint">
      <Icon size={16} aria-hidden="true" />
      <span className="sr-only">{isLocked ? t('Locked') : t('Not open to everyone')}</span>
    </span>
  );
}
