import { useRender } from '@base-ui/react/use-render';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export interface LinkProps extends ComponentProps<'a'> {
  /** `text` (default) has the accent color and is underlined; `plain` inherits its color and is underlined on hover. */
  variant?: 'text' | 'plain';
  /** The router's link: `render={<RouterLink to="/" />}`. */
  render?: useRender.RenderProp;
}

/** A link in running text; independent of the router. */
export function Link({ variant = 'text', render, className, ...rest }: LinkProps) {
  const externalProps = rest.target === '_blank' ? { rel: 'noopener noreferrer' } : {};
  return useRender({
    render,
    defaultTagName: 'a',
    props: { ...externalProps, ...rest, className: cx('link', className), 'data-variant': variant },
  });
}
