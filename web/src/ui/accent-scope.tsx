import { type CSSProperties, createContext, type ReactNode, useContext, useMemo } from 'react';
import { accentStyle } from './accent.ts';

const Accent = createContext<CSSProperties | undefined>(undefined);

/**
 * Gives a part of the page its accent colour (any `#rrggbb`), in both schemes. Takes no box of its own. What opens
 * above the page from inside (dialogs, menus) keeps the colour.
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

/** The inline style that carries the accent to an element outside of its scope's subtree, such as a portal. */
export function useAccentStyle(): CSSProperties | undefined {
  return useContext(Accent);
}
