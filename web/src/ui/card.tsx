import { useRender } from '@base-ui/react/use-render';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export interface CardProps extends ComponentProps<'div'> {
  /** No inner space, for content that reaches the edge. */
  flush?: boolean;
  /** The card answers to the pointer; put one link with class `card-link` inside, it covers the card. */
  interactive?: boolean;
  /** Another element, such as `<article />`. */
  render?: useRender.RenderProp;
}

/** A panel on the page. */
export function Card({ flush, interactive, render, className, ...rest }: CardProps) {
  return useRender({
    render,
    defaultTagName: 'div',
    props: {
      ...rest,
      className: cx('card', className),
      'data-flush': flush ? '' : undefined,
      'data-interactive': interactive ? '' : undefined,
    },
  });
}

export interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  /** What to do about it: a Button. */
  action?: ReactNode;
  className?: string;
}

/** Says that there is nothing here yet, and what to do about it. */
export function EmptyState({ icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cx('empty', className)}>
      {icon && <div className="empty-icon">{icon}</div>}
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="max-w-sm text-soft">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
