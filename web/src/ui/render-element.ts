import { cloneElement, createElement, type ReactElement } from 'react';
import { cx } from './cx.ts';

/** An element that a component renders instead of its own, such as `<Link to="/" />`. It has no ref of its own. */
export type RenderedElement = ReactElement<Record<string, unknown>>;

const isHandler = (name: string, value: unknown): value is (...given: unknown[]) => void =>
  /^on[A-Z]/.test(name) && typeof value === 'function';

/**
 * Returns `<tag>`, or `element` in its place, with these props. The element's own props win; class names and styles are joined,
 * and of two event handlers both run, the element's own first.
 */
export function renderElement(
  tag: string,
  element: RenderedElement | undefined,
  props: Record<string, unknown>,
): ReactElement {
  if (!element) return createElement(tag, props);
  const own = element.props;
  const merged: Record<string, unknown> = { ...props, ...own };
  merged.className = cx(props.className as string | undefined, own.className as string | undefined);
  if (props.style && own.style) merged.style = { ...props.style, ...own.style };
  for (const [name, given] of Object.entries(props)) {
    const handler = own[name];
    if (!isHandler(name, given) || !isHandler(name, handler)) continue;
    merged[name] = (...event: unknown[]) => {
      handler(...event);
      given(...event);
    };
  }
  return cloneElement(element, merged);
}
