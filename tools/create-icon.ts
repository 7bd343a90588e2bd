import { type ComponentProps, createElement, type FunctionComponent } from 'react';

/** An icon of lucide-react: its name, and its shapes with their attributes. */
export interface IconData {
  name: string;
  node: readonly (readonly [shape: string, attributes: Record<string, string>])[];
}

interface IconProps extends ComponentProps<'svg'> {
  size?: string | number;
}

/** Whether props say what an icon means, so that screen readers read it. */
const hasMeaning = (props: object): boolean =>
  Object.entries(props).some(
    ([name, value]) =>
      (name.startsWith('aria-') || name === 'role' || name === 'title') &&
      value !== null &&
      value !== undefined,
  );

/**
 * Creates the component of an icon, which renders what the one of lucide-react renders. A page has dozens of icons: their
 * shapes and classes are made once, and each is one component instead of two.
 */
export function createIcon({ name, node }: IconData): FunctionComponent<IconProps> {
  const shapes = node.map(([shape, attributes]) => createElement(shape, attributes));
  const ownClasses = `lucide lucide-${name}`;
  // biome-ignore lint/correctness/noComponentHookFactories: each icon is created once, in its module.
  return function Icon({ className, size = 24, width = size, height = size, children, ...rest }) {
    const hidden = !children && !hasMeaning(rest);
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width,
        height,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: className ? `${ownClasses} ${className.trim().replace(/\s+/g, ' ')}` : ownClasses,
        ...(hidden && { 'aria-hidden': 'true' }),
        ...rest,
      },
      ...shapes,
      children,
    );
  };
}
