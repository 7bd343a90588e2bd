import { useRender } from '@base-ui/react/use-render';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export interface LinkProps extends ComponentProps<'a'> {
  /** `text` (default) is underlined in the accent, `plain` takes the colour around it and underlines when pointed at. */
  variant?: 'text' | 'plain';
  /** The router's own link: `render={<RouterLink to="/" />}`. */
  render?: useRender.RenderProp;
}

/** A link in running text; knows no router. */
export function Link({ variant = 'text', render, className, ...rest }: LinkProps) {
  const outward = rest.target === '_blank' ? { rel: 'noopener noreferrer' } : {};
  return useRender({
    render,
    defaultTagName: 'a',
    props: { ...outward, ...rest, className: cx('link', className), 'data-variant': variant },
  });
}
