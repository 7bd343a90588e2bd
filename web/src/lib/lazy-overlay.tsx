import {
  type ComponentType,
  cloneElement,
  type LazyExoticComponent,
  lazy,
  type ReactElement,
  Suspense,
  useState,
} from 'react';

/** Props of a menu, panel or dialog that is loaded when it first opens. */
export interface PopupProps {
  trigger: ReactElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A component that is loaded on first use. */
export interface LazyComponent<Props extends object> {
  Component: LazyExoticComponent<ComponentType<Props>>;
  /** Resolves once the component is loaded or has failed; opening it shows the failure. */
  preload: () => Promise<void>;
}

/** Creates a component that is loaded by `preload` or on first render. */
export function lazyComponent<Props extends object>(
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

/** Creates a popup that is loaded when its button is hovered, focused or pressed. */
export const lazyOverlay = <Extra extends object = object>(
  load: () => Promise<ComponentType<PopupProps & Extra>>,
) => lazyComponent<PopupProps & Extra>(load);

interface LazyPopupProps<Extra extends object> {
  popup: LazyComponent<PopupProps & Extra>;
  /** Additional props of the popup. */
  popupProps: Extra;
  button: ReactElement<object>;
  /** ARIA popup type of the button, also before the popup is loaded. Default `dialog`. */
  opens?: 'dialog' | 'menu';
}

/** The button that opens a lazy popup; rendered immediately. */
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
