import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from './button.tsx';

export interface PaginationProps {
  /** The paged items, for screen readers, such as "Posts". */
  name: string;
  /** The current position, such as "Posts 26 to 50" or "Before March 3". */
  label?: ReactNode;
  /** Called for the newer or older page; without it, or a link, the button is disabled. */
  onNewer?: () => void;
  onOlder?: () => void;
  /** Links instead of callbacks: `olderLink={<RouterLink to=… />}`. */
  newerLink?: ReactElement;
  olderLink?: ReactElement;
  loading?: 'newer' | 'older';
  newerText?: string;
  olderText?: string;
}

/** Keyset pagination: newer and older, without page numbers. */
export function Pagination({
  name,
  label,
  onNewer,
  onOlder,
  newerLink,
  olderLink,
  loading,
  newerText = t('Newer'),
  olderText = t('Older'),
}: PaginationProps) {
  return (
    <nav aria-label={t('{name}: pages', { name })} className="flex items-center justify-between gap-3">
      <Button
        render={newerLink}
        onClick={onNewer}
        disabled={!(onNewer || newerLink)}
        loading={loading === 'newer'}
        icon={<ChevronLeft size={18} aria-hidden="true" />}
      >
        {newerText}
      </Button>
      {label && (
        <span className="min-w-0 truncate text-sm text-soft tabular-nums" aria-live="polite">
          {label}
        </span>
      )}
      <Button
        render={olderLink}
        onClick={onOlder}
        disabled={!(onOlder || olderLink)}
        loading={loading === 'older'}
      >
        {olderText}
        <ChevronRight size={18} aria-hidden="true" />
      </Button>
    </nav>
  );
}
