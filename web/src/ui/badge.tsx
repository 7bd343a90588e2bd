import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export interface BadgeProps extends ComponentProps<'span'> {
  tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger';
  /** A filled dot of attention, for counts of unread things. */
  solid?: boolean;
}

/** A word or a number about the thing beside it. */
export function Badge({ tone = 'neutral', solid, className, ...rest }: BadgeProps) {
  return (
    <span {...rest} className={cx('badge', className)} data-tone={tone} data-solid={solid ? '' : undefined} />
  );
}
