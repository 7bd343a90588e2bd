import {
  type ComponentType,
  cloneElement,
  type LazyExoticComponent,
  lazy,
  type ReactElement,
  Suspense,
  useState,
} from 'react';

/** What a menu or panel gets that is loaded when it is first opened. */
export interface PopupProps {
  trigger: ReactElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface LoadedLater {
  Component: LazyExoticComponent<ComponentType<PopupProps>>;
  preload: () => void;
}

/** A popup whose scripts come when its button is pointed at, focused or pressed. */
export function loadLater(load: () => Promise<ComponentType<PopupProps>>): LoadedLater {
  const start = () => load().then((component) => ({ default: component }));
  // A failed attempt shows itself when the popup is opened.
  return { Component: lazy(start), preload: () => void start().catch(() => {}) };
}

/** The button of such a popup, in the page from the start. */
export function LazyPopup({
  popup: { Component, preload },
  button,
}: {
  popup: LoadedLater;
  button: ReactElement<object>;
}) {
  const [open, setOpen] = useState<boolean | null>(null);
  const closed = cloneElement(button, {
    onClick: () => setOpen(true),
    onPointerEnter: preload,
    onFocus: preload,
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
  } as object);
  if (open === null) return closed;
  return (
    <Suspense fallback={closed}>
      <Component trigger={button} open={open} onOpenChange={setOpen} />
    </Suspense>
  );
}
