import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export interface BadgeProps extends ComponentProps<'span'> {
  tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger';
  /** Filled, for counts of unread items. */
  solid?: boolean;
}

/** A word or number about the item next to it. */
export function Badge({ tone = 'neutral', solid, className, ...rest }: BadgeProps) {
  return (
    <span {...rest} className={cx('badge', className)} data-tone={tone} data-solid={solid ? '' : undefined} />
  );
}
