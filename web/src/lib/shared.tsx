import { type ReactElement, type ReactNode, useContext } from 'react';
import { PagePartsContext } from './page-parts.ts';

/** Data of which JSON contains everything. */
type Json =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Json[]
  | { readonly [name: string]: Json };

let count = 0;

/**
 * Returns a component that the server renders once for all pages of an address on which it has the same properties. It finds
 * nothing but them and the router there: no query, no context. Its siblings must be elements, not texts.
 */
export function shared<Props extends { readonly [name in keyof Props]: Json }>(
  Component: (props: Props) => ReactNode,
): (props: Props) => ReactNode {
  if (!import.meta.env.SSR) return Component;
  count += 1;
  const context = `component-${count}`;
  return function OnServer(props) {
    const parts = useContext(PagePartsContext);
    const Alone = Component as (props: object) => ReactElement;
    const element = <Alone {...props} />;
    return parts?.insertShared({ subjects: [props], context, render: () => ({ element }) }) ?? element;
  };
}
