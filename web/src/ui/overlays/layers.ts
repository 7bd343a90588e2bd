import { useEffect, useRef, useState } from 'react';
import type { OverlayProps } from './overlay-props.ts';

interface Layer {
  /** Null if the page's address says that it's open, so that the browser's Back closes it anyway. */
  close: (() => void) | null;
}

/** The open dialogs, panels, popovers and menus, in the order in which they were opened. */
const layers: Layer[] = [];
const listeners = new Set<(hasLayers: boolean) => void>();

/** Returns whether one of the open layers is closed by Back. */
const hasClosable = () => layers.some(({ close }) => close !== null);

function changeLayers(change: () => void): void {
  const before = hasClosable();
  change();
  const after = hasClosable();
  if (before !== after) for (const listener of listeners) listener(after);
}

/** Closes the layer that was opened last. Returns false if none is open, or if its address says that it's open. */
export function closeTopLayer(): boolean {
  const close = layers.at(-1)?.close;
  close?.();
  return Boolean(close);
}

/**
 * Calls `listener` when the first layer opens that Back closes (true), and when the last one of these closes (false). Returns a
 * function that stops it.
 */
export function onLayers(listener: (hasLayers: boolean) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The part of Base UI's event details that is used here. */
interface ChangeDetails {
  event: Event;
  cancel: () => void;
}

const isInToast = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.toasts') !== null;

/** Whether a press or the focus went from a layer to a toast. */
const isAtToast = (event: Event): boolean =>
  isInToast(event.target) || (event instanceof FocusEvent && isInToast(event.relatedTarget));

interface LayerOptions extends Pick<OverlayProps, 'open' | 'onOpenChange'> {
  /** The page's address says that it's open. */
  isAddressed?: boolean | undefined;
}

/**
 * Returns `open` and `onOpenChange` for the root of a Base UI overlay. The browser's Back closes it if it's the last one that
 * was opened, and using a toast doesn't close it.
 */
export function useLayer({ open, onOpenChange, isAddressed = false }: LayerOptions) {
  const [ownOpen, setOwnOpen] = useState(false);
  const isOpen = open ?? ownOpen;
  const change = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  const latest = useRef(change);
  useEffect(() => {
    latest.current = change;
  });
  useEffect(() => {
    if (!isOpen) return;
    const layer: Layer = { close: isAddressed ? null : () => latest.current(false) };
    changeLayers(() => layers.push(layer));
    return () => changeLayers(() => layers.splice(layers.indexOf(layer), 1));
  }, [isOpen, isAddressed]);
  return {
    open: isOpen,
    onOpenChange: (next: boolean, details?: ChangeDetails) => {
      if (!next && details && isAtToast(details.event)) details.cancel();
      else change(next);
    },
  };
}
