import type { ComponentProps, ReactNode } from 'react';
import type { ButtonSize, ButtonVariant } from './button.tsx';
import { cx } from './cx.ts';
import { type RenderedElement, renderElement } from './render-element.ts';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** What the button does; its accessible name. */
  label: string;
  children: ReactNode;
  /** Default `quiet`. */
  variant?: ButtonVariant;
  /** 28, 36 (44 for touch) or 44 px square. Default `md`. */
  size?: ButtonSize;
  /** State of a toggle button. */
  pressed?: boolean;
  /** Renders another element instead of `<button>`. */
  render?: RenderedElement;
}

/** A square icon button with an accessible name. */
export function IconButton({
  label,
  variant = 'quiet',
  size = 'md',
  pressed,
  render,
  className,
  ...rest
}: IconButtonProps) {
  return renderElement('button', render, {
    ...(render ? {} : { type: 'button' }),
    'aria-pressed': pressed,
    title: label,
    ...rest,
    className: cx('btn hit', className),
    'data-variant': variant,
    'data-size': size,
    'data-square': '',
    'aria-label': label,
  });
}
