import { type CSSProperties, createContext, type ReactNode, useContext, useMemo } from 'react';
import { accentStyle } from './accent.ts';

const Accent = createContext<CSSProperties | undefined>(undefined);

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
  const style = useMemo(() => (color ? (accentStyle(color) as CSSProperties) : undefined), [color]);
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
