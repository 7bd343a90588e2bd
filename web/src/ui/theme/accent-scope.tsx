import { type CSSProperties, createContext, type ReactNode, useContext } from 'react';
import { accentStyle } from './accent.ts';

const Accent = createContext<CSSProperties | undefined>(undefined);

const maxStyles = 100;
const styles = new Map<string, CSSProperties>();

/** Returns the style of a color. Computing it takes a noticeable part of rendering a page, and a server has few colors. */
function styleOf(color: string): CSSProperties {
  const known = styles.get(color);
  if (known) return known;
  const style: CSSProperties = accentStyle(color);
  if (styles.size === maxStyles) styles.clear();
  styles.set(color, style);
  return style;
}

/**
 * Sets the accent color (any `#rrggbb`) of a part of the page, in both schemes. Adds no element. Dialogs
 * and menus opened from inside keep the color.
 */
export function AccentProvider({
  color,
  children,
}: {
  color: string | null | undefined;
  children: ReactNode;
}) {
  const style = color ? styleOf(color) : undefined;
  return (
    <Accent value={style}>
      <div style={{ display: 'contents', ...style }}>{children}</div>
    </Accent>
  );
}

/** Returns the inline style that applies the accent to an element outside the provider's subtree, such as a portal. */
export function useAccentStyle(): CSSProperties | undefined {
  return useContext(Accent);
}
