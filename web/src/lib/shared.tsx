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
 * Returns a component that the server renders once for all pages on which it has the same properties, and with links for all pages of
 * an address. It finds nothing but them and the router (`SharedPart`), and shows no times. Its siblings must be elements, not texts.
 * For the server only; the browser renders the component itself.
 */
export function shared<Props extends { readonly [name in keyof Props]: Json }>(
  Component: (props: Props) => ReactNode,
  { hasLinks = false }: { hasLinks?: boolean } = {},
): (props: Props) => ReactNode {
  count += 1;
  const part = { context: `component-${count}`, surroundings: hasLinks ? (['address'] as const) : [] };
  return function OnServer(props) {
    const parts = useContext(PagePartsContext);
    const Alone = Component as (props: object) => ReactElement;
    const element = <Alone {...props} />;
    return parts?.insertShared({ ...part, subjects: [props], render: () => ({ element }) }) ?? element;
  };
}
