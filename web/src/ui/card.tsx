import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { type RenderedElement, renderElement } from './render-element.ts';

export interface CardProps extends ComponentProps<'div'> {
  /** Without padding, for content that reaches the edges. */
  flush?: boolean;
  /** Reacts to hover; put one link with class `card-link` inside, which covers the card. */
  interactive?: boolean;
  /** Renders another element, such as `<article />`. */
  render?: RenderedElement;
}

/** A panel on the page. */
export function Card({ flush, interactive, render, className, ...rest }: CardProps) {
  return renderElement('div', render, {
    ...rest,
    className: cx('card', className),
    'data-flush': flush ? '' : undefined,
    'data-interactive': interactive ? '' : undefined,
  });
}

export interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  /** A button for the next step. */
  action?: ReactNode;
  className?: string;
}

/** Explains that there is no content yet, and what to do. */
export function EmptyState({ icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cx('empty', className)}>
      {icon && <div className="empty-icon">{icon}</div>}
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="max-w-sm text-soft text-balance">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
