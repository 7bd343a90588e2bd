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

/** A component that is loaded when it is first wanted. */
export interface LazyComponent<Props extends object> {
  Component: LazyExoticComponent<ComponentType<Props>>;
  /** Ends when the component is there, or could not be had: opening it shows that. */
  preload: () => Promise<void>;
}

/** A component whose scripts come by `preload`, or when it is first shown. */
export function loadComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const start = () => load().then((component) => ({ default: component }));
  return {
    Component: lazy(start),
    preload: () =>
      start().then(
        () => {},
        () => {},
      ),
  };
}

/** A popup whose scripts come when its button is pointed at, focused or pressed. */
export const lazyOverlay = <Extra extends object = object>(
  load: () => Promise<ComponentType<PopupProps & Extra>>,
) => loadComponent<PopupProps & Extra>(load);

interface LazyPopupProps<Extra extends object> {
  popup: LazyComponent<PopupProps & Extra>;
  /** What the popup needs besides. */
  popupProps: Extra;
  button: ReactElement<object>;
  /** What it is to assistive technology, also before its scripts are there. Default `dialog`. */
  opens?: 'dialog' | 'menu';
}

/** The button of such a popup, in the page from the start. */
export function LazyPopup<Extra extends object>({
  popup,
  popupProps,
  button,
  opens = 'dialog',
}: LazyPopupProps<Extra>) {
  const [open, setOpen] = useState<boolean | null>(null);
  const { Component } = popup;
  const preload = () => void popup.preload();
  const closed = cloneElement(button, {
    onClick: () => setOpen(true),
    onPointerEnter: preload,
    onFocus: preload,
    'aria-haspopup': opens,
    'aria-expanded': false,
  } as object);
  if (open === null) return closed;
  return (
    <Suspense fallback={closed}>
      <Component {...popupProps} trigger={button} open={open} onOpenChange={setOpen} />
    </Suspense>
  );
}
