import {
  type ComponentType,
  cloneElement,
  type LazyExoticComponent,
  lazy,
  type ReactElement,
  Suspense,
  useState,
} from 'react';

/** What a menu, panel or dialog gets that is loaded when it is first opened. */
export interface PopupProps {
  trigger: ReactElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface LoadedLater<Extra extends object> {
  Component: LazyExoticComponent<ComponentType<PopupProps & Extra>>;
  preload: () => void;
}

/** A popup whose scripts come when its button is pointed at, focused or pressed. */
export function loadLater<Extra extends object = object>(
  load: () => Promise<ComponentType<PopupProps & Extra>>,
): LoadedLater<Extra> {
  const start = () => load().then((component) => ({ default: component }));
  // A failed attempt shows itself when the popup is opened.
  return { Component: lazy(start), preload: () => void start().catch(() => {}) };
}

interface LazyPopupProps<Extra extends object> {
  popup: LoadedLater<Extra>;
  /** What the popup needs besides. */
  popupProps: Extra;
  button: ReactElement<object>;
  /** Fetches what it will show, while its scripts come. */
  onPrepare?: () => void;
}

/** The button of such a popup, in the page from the start. */
export function LazyPopup<Extra extends object>({
  popup,
  popupProps,
  button,
  onPrepare,
}: LazyPopupProps<Extra>) {
  const [open, setOpen] = useState<boolean | null>(null);
  const { Component } = popup;
  const preload = () => {
    popup.preload();
    onPrepare?.();
  };
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
      <Component {...popupProps} trigger={button} open={open} onOpenChange={setOpen} />
    </Suspense>
  );
}
