import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { cx } from './cx.ts';
import { type RenderedElement, renderElement } from './render-element.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

export interface ButtonProps extends ComponentProps<'button'> {
  /** Default `secondary`. Use one `primary` per view. */
  variant?: ButtonVariant;
  /**
   * Height: `sm` 28 px for actions in a line of text, `md` 36 px (44 for touch) for toolbars and dialogs, `lg` 44 px
   * beside fields. The touch target is at least 44 px. Default `md`.
   */
  size?: ButtonSize;
  /** Shows a spinner, keeps the width and focus, ignores presses, and is announced. */
  loading?: boolean;
  /** Announced to screen readers while loading. */
  loadingLabel?: string;
  /** Icon before the text. */
  icon?: ReactNode;
  /** Full width. */
  block?: boolean;
  /** Renders another element instead of `<button>`, usually a link: `render={<Link to="/" />}`. */
  render?: RenderedElement;
}

/** A button, or a link that looks like one (with `render`). */
export function Button({
  variant = 'secondary',
  size = 'md',
  loading = false,
  loadingLabel = t('Please wait'),
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
    // Prevents a second submit or navigation while the first is in progress.
    if (loading || disabled) event.preventDefault();
    else onClick?.(event);
  };
  return renderElement('button', render, {
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
  });
}
