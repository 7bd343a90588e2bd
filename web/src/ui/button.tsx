import { useRender } from '@base-ui/react/use-render';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

export interface ButtonProps extends ComponentProps<'button'> {
  /** Default `secondary`. One `primary` a view. */
  variant?: ButtonVariant;
  /** 32, 40 or 48 px high. On phones and touch screens what can be hit is at least 44 px. Default `md`. */
  size?: ButtonSize;
  /** Keeps the width, shows a turning ring, ignores presses, stays focusable and is announced. */
  loading?: boolean;
  /** What a screen reader hears while loading. */
  loadingLabel?: string;
  /** An icon before the text. */
  icon?: ReactNode;
  /** Takes the whole width. */
  block?: boolean;
  /** Another element in place of `<button>`, mostly a link: `render={<Link to="/" />}`. */
  render?: useRender.RenderProp;
}

/** A button, or with `render` a link that looks like one. */
export function Button({
  variant = 'secondary',
  size = 'md',
  loading = false,
  loadingLabel = 'Please wait',
  icon,
  block,
  render,
  className,
  children,
  disabled,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // A form must not be sent again, nor a link followed, while the first press is still at work.
    if (loading || disabled) event.preventDefault();
    else onClick?.(event);
  };
  return useRender({
    render,
    defaultTagName: 'button',
    props: {
      ...(render
        ? { 'aria-disabled': disabled || loading || undefined }
        : { type: 'button', disabled, 'aria-disabled': loading || undefined }),
      ...rest,
      onClick: press,
      className: cx('btn', className),
      'data-variant': variant,
      'data-size': size,
      'data-block': block ? '' : undefined,
      'aria-busy': loading || undefined,
      'data-waiting': loading ? '' : undefined,
      children: (
        <>
          {icon}
          {children}
          {loading && (
            <span className="btn-wait">
              <Spinner />
              <span className="sr-only" role="status">
                {loadingLabel}
              </span>
            </span>
          )}
        </>
      ),
    },
  });
}
