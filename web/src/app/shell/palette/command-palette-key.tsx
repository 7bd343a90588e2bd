import { useMatch, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { loadModule } from '#web/lib/loading/load-module.ts';
import { showLoadFailure } from '#web/lib/loading/show-load-failure.ts';

const palette = lazyComponent(async () => (await import('./command-palette.tsx')).CommandPalette);

/** The event with which a button opens the palette. */
const openEvent = 'hearth:open-palette';
export const openCommandPalette = () => window.dispatchEvent(new Event(openEvent));

/** Time between G and the next key of a shortcut, in milliseconds. */
const goTimeout = 1500;

// Single keys belong to fields, and to lists that are searched by typing.
const typingTargets =
  // Not translated: a selector.
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Opens the command palette with Ctrl+K or Cmd+K, and pages with G and another key. The palette loads on first use. */
export function CommandPaletteKey() {
  const [open, setOpen] = useState<boolean | null>(null);
  const router = useRouter();
  const isInSpace = useMatch({ from: '/$subdomain', shouldThrow: false }) !== undefined;
  const wentAt = useRef(Number.NEGATIVE_INFINITY);
  const onGoKey = (event: KeyboardEvent) => {
    const isSecond = event.timeStamp - wentAt.current < goTimeout;
    wentAt.current = Number.NEGATIVE_INFINITY;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat) return;
    if (event.isComposing || (event.target as Element | null)?.closest?.(typingTargets)) return;
    if (isSecond)
      loadModule(() => import('./go-keys.ts')).then(
        ({ openGoPage }) => openGoPage(event.key, router),
        showLoadFailure,
      );
    else if (event.key === 'g') wentAt.current = event.timeStamp;
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // In an editor, Ctrl+K inserts a link.
    if (event.defaultPrevented) return;
    onGoKey(event);
    if (
      event.key.toLowerCase() === 'k' &&
      (event.ctrlKey || event.metaKey) &&
      !event.altKey &&
      !event.shiftKey &&
      !(event.target as Element | null)?.closest?.('[contenteditable="true"]')
    ) {
      event.preventDefault();
      setOpen((now) => !now);
    }
  });
  useEffect(() => {
    const onOpen = () => setOpen(true);
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    window.addEventListener(openEvent, onOpen);
    return () => {
      window.removeEventListener('keydown', listen);
      window.removeEventListener(openEvent, onOpen);
    };
  }, []);
  // People type on right after the shortcut: keys pressed before the field appears go into it.
  const typedAhead = useRef('');
  useEffect(() => {
    if (!open) return;
    const onType = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as Element | null)?.closest?.('[role="dialog"]')) return;
      event.preventDefault();
      typedAhead.current += event.key;
    };
    window.addEventListener('keydown', onType);
    return () => {
      window.removeEventListener('keydown', onType);
      typedAhead.current = '';
    };
  }, [open]);
  if (open === null) return null;
  return (
    <palette.Component
      open={open}
      onOpenChange={setOpen}
      isInSpace={isInSpace}
      typedAhead={typedAhead}
      onLoadFailure={() => setOpen(null)}
    />
  );
}
