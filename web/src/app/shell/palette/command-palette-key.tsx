import { useEffect, useRef, useState } from 'react';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';

const palette = lazyComponent(async () => (await import('./command-palette.tsx')).CommandPalette);

/** The event with which a button opens the palette. */
const openEvent = 'hearth:open-palette';
export const openCommandPalette = () => window.dispatchEvent(new Event(openEvent));

/** Opens the command palette with Ctrl+K or Cmd+K; its scripts load on first use. */
export function CommandPaletteKey() {
  const [open, setOpen] = useState<boolean | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      // In an editor, the same keys insert a link.
      if (event.defaultPrevented || (event.target as Element | null)?.closest?.('[contenteditable="true"]'))
        return;
      event.preventDefault();
      setOpen((now) => !now);
    };
    const onOpen = () => setOpen(true);
    window.addEventListener('keydown', onKey);
    window.addEventListener(openEvent, onOpen);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener(openEvent, onOpen);
    };
  }, []);
  // People type on right after the shortcut: keys pressed before the field appears go into it.
  const typedAhead = useRef('');
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as Element | null)?.closest?.('[role="dialog"]')) return;
      event.preventDefault();
      typedAhead.current += event.key;
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      typedAhead.current = '';
    };
  }, [open]);
  if (open === null) return null;
  return (
    <palette.Component
      open={open}
      onOpenChange={setOpen}
      typedAhead={typedAhead}
      onLoadFailure={() => setOpen(null)}
    />
  );
}
